package dev.adk4j.memory.observe;

import dev.adk4j.internal.FatalErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls several observers and logs their exceptions. */
final class MemoryObservers implements MemoryObserver {

  private static final Logger LOG = LoggerFactory.getLogger(MemoryObserver.class);

  private final List<MemoryObserver> all;

  MemoryObservers(List<MemoryObserver> all) {
    this.all = List.copyOf(all);
  }

  @Override
  public Observation begin(Operation operation) {
    List<Observation> begun = new ArrayList<>();
    tell(observer -> begun.addFirst(observer.begin(operation)));
    return outcome -> begun.forEach(observation -> guarded(() -> observation.end(outcome)));
  }

  @Override
  public @Nullable Object link() {
    List<@Nullable Object> links = new ArrayList<>();
    tell(observer -> links.add(observer.link()));
    return links.stream().filter(Objects::nonNull).findFirst().orElse(null);
  }

  @Override
  public void searchFailed(String store, Throwable cause) {
    tell(observer -> observer.searchFailed(store, cause));
  }

  @Override
  public void writeFailed(String store, Throwable cause) {
    tell(observer -> observer.writeFailed(store, cause));
  }

  @Override
  public void saved(String store, int messages) {
    tell(observer -> observer.saved(store, messages));
  }

  @Override
  public void saveFailed(String store, int failures, Throwable cause) {
    tell(observer -> observer.saveFailed(store, failures, cause));
  }

  @Override
  public void backedOff(String store) {
    tell(observer -> observer.backedOff(store));
  }

  @Override
  public void dropped(long messages) {
    tell(observer -> observer.dropped(messages));
  }

  private void tell(Consumer<MemoryObserver> call) {
    all.forEach(observer -> guarded(() -> call.accept(observer)));
  }

  private static void guarded(Runnable call) {
    try {
      call.run();
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      LOG.warn("A memory observer failed; memory continues.", e);
    }
  }
}
