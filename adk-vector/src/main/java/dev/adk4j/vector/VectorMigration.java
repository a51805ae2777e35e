package dev.adk4j.vector;

/**
 * One step in the history of a store's collections. {@link VectorMigrator} applies it once.
 *
 * @since 0.1.0
 */
public interface VectorMigration {

  /** Returns the name in the ledger, unique among the migrations of a store. */
  String name();

  /** Applies this step. */
  void up(VectorDb.Schema schema);

  /** Reverts {@link #up}. */
  void down(VectorDb.Schema schema);
}
