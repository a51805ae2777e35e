package dev.adk4j.vector;

import java.util.List;

/** Which migrations were applied to a store. */
public interface MigrationLedger {

  /** The names, oldest first. */
  List<String> applied();

  void record(String name);

  void remove(String name);
}
