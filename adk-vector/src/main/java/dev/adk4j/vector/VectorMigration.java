package dev.adk4j.vector;

/**
 * One step in the history of a store's collections. {@link VectorMigrator} applies it once.
 *
 * @since 0.1.0
 */
public interface VectorMigration {

  /** Returns the name that the ledger keeps, unique among the migrations of a store. */
  String name();

  /** Applies this step. */
  void up(VectorDb.Schema schema);

  /** Undoes {@link #up}. */
  void down(VectorDb.Schema schema);
}
