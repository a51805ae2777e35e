package dev.adk4j.boot.memory;

import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.observe.MemoryOperation;
import dev.adk4j.memory.observe.SafeObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Several observers as one; one that fails keeps none of the others from being told. */
final class MemoryObservers implements MemoryObserver {

  private final List<MemoryObserver> all;

  MemoryObservers(List<MemoryObserver> all) {
    this.all = all.stream().map(SafeObserver::of).toList();
  }

  @Override
  public Observation begin(MemoryOperation operation) {
    List<Observation> begun = new ArrayList<>();
    all.forEach(observer -> begun.addFirst(observer.begin(operation)));
    return outcome -> begun.forEach(observation -> observation.end(outcome));
  }

  @Override
  public @Nullable Object link() {
    for (MemoryObserver observer : all) {
      Object link = observer.link();
      if (link != null) {
        return link;
      }
    }
    return null;
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

  private void tell(Consumer<MemoryObserver> told) {
    all.forEach(told);
  }
}
