package dev.adk4j.gate;

import dev.adk4j.abort.Subscription;

/** Tells a {@link GateWatcher} of changes until it is closed. */
public interface GateWatch extends Subscription {

  /** The watcher has begun to wait for something. */
  void wake();
}
