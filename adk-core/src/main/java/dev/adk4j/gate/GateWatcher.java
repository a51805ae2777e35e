package dev.adk4j.gate;

import java.util.Set;

/** A process that waits for gates of a store. Called from any thread; must not block. */
public interface GateWatcher {

  /** What it waits for now; a snapshot. */
  Set<GateName> waiting();

  /** The gate of that {@link GateRecord#ref()} may have changed, or is gone: it looks at it. */
  void changed(String ref);
}
