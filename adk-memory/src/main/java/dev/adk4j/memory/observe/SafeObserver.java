package dev.adk4j.memory.observe;

import dev.adk4j.error.FatalErrors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps an observer's failures from the work it watches. */
public final class SafeObserver implements MemoryObserver {

  private static final Logger LOG = LoggerFactory.getLogger(SafeObserver.class);

  private final MemoryObserver given;

  private SafeObserver(MemoryObserver given) {
    this.given = given;
  }

  public static MemoryObserver of(MemoryObserver given) {
    return given == NONE || given instanceof SafeObserver ? given : new SafeObserver(given);
  }

  @Override
  public Observation begin(MemoryOperation operation) {
    try {
      Observation begun = given.begin(operation);
      return outcome -> guarded(() -> begun.end(outcome));
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      failed(e);
      return outcome -> {};
    }
  }

  @Override
  public @Nullable Object link() {
    try {
      return given.link();
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      failed(e);
      return null;
    }
  }

  @Override
  public void searchFailed(String store, Throwable cause) {
    guarded(() -> given.searchFailed(store, cause));
  }

  @Override
  public void writeFailed(String store, Throwable cause) {
    guarded(() -> given.writeFailed(store, cause));
  }

  @Override
  public void saved(String store, int messages) {
    guarded(() -> given.saved(store, messages));
  }

  @Override
  public void saveFailed(String store, int failures, Throwable cause) {
    guarded(() -> given.saveFailed(store, failures, cause));
  }

  @Override
  public void backedOff(String store) {
    guarded(() -> given.backedOff(store));
  }

  @Override
  public void dropped(long messages) {
    guarded(() -> given.dropped(messages));
  }

  private static void guarded(Runnable call) {
    try {
      call.run();
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      failed(e);
    }
  }

  private static void failed(Throwable e) {
    LOG.warn("The memory observer failed; memory goes on.", e);
  }
}
