package dev.adk4j.vector;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Brings a store's collections up to date, or one step back. Not safe against another migrator on
 * the same store.
 */
public final class VectorMigrator {

  private final VectorDb db;
  private final Map<String, VectorMigration> migrations = new LinkedHashMap<>();
  private final MigrationLedger ledger;

  /**
   * @param migrations in the order to apply; two with one name are {@code
   *     E_INVALID_VECTOR_STORE_CONFIG}
   */
  public VectorMigrator(
      VectorDb db, List<? extends VectorMigration> migrations, MigrationLedger ledger) {
    this.db = db;
    this.ledger = ledger;
    for (VectorMigration migration : migrations) {
      if (this.migrations.put(migration.name(), migration) != null) {
        throw VectorErrors.invalidConfig("two migrations are called '" + migration.name() + "'");
      }
    }
  }

  /**
   * Applies what the ledger lacks, each recorded right after it was applied.
   *
   * @return the names applied by this call
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_MIGRATION_FAILED}; earlier ones stay
   *     applied and recorded
   */
  public List<String> latest() {
    Set<String> known = new HashSet<>(ledger.applied());
    List<String> applied = new ArrayList<>();
    for (VectorMigration migration : migrations.values()) {
      if (!known.contains(migration.name())) {
        run(
            migration.name(),
            () -> {
              migration.up(db.schema());
              ledger.record(migration.name());
            });
        applied.add(migration.name());
      }
    }
    return applied;
  }

  /**
   * Undoes the newest migration in the ledger.
   *
   * @return its name; empty where the ledger is
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_MIGRATION_FAILED}; then the ledger
   *     keeps it
   */
  public Optional<String> rollback() {
    List<String> applied = ledger.applied();
    if (applied.isEmpty()) {
      return Optional.empty();
    }
    String name = applied.getLast();
    VectorMigration migration = migrations.get(name);
    if (migration == null) {
      throw VectorErrors.migrationFailed(name, "it is not among the given migrations", null);
    }
    run(
        name,
        () -> {
          migration.down(db.schema());
          ledger.remove(name);
        });
    return Optional.of(name);
  }

  private static void run(String name, Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      throw VectorErrors.migrationFailed(name, String.valueOf(e.getMessage()), e);
    }
  }
}
