package dev.adk4j.vector;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Forgets with the process, as the in-memory store does. Thread-safe. */
public final class InMemoryMigrationLedger implements MigrationLedger {

  private final List<String> names = new CopyOnWriteArrayList<>();

  @Override
  public List<String> applied() {
    return List.copyOf(names);
  }

  @Override
  public void record(String name) {
    names.add(name);
  }

  @Override
  public void remove(String name) {
    names.remove(name);
  }
}
