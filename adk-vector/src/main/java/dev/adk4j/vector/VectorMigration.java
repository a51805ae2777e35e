package dev.adk4j.vector;

/** One step in the history of a store's collections. */
public interface VectorMigration {

  /** Unique among the migrations of a store; what the ledger keeps. */
  String name();

  void up(VectorSchema schema);

  /** Undoes {@link #up}. */
  void down(VectorSchema schema);
}
