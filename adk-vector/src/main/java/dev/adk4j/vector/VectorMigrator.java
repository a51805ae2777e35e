package dev.adk4j.vector;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Applies and reverts migrations of a store's collections. Not safe against another migrator on the
 * same store.
 *
 * @since 0.1.0
 */
public final class VectorMigrator {

  private final VectorDb db;
  private final Map<String, VectorMigration> migrations = new LinkedHashMap<>();
  private final Ledger ledger;

  /** Record of the applied migrations of a store. */
  public interface Ledger {

    /** Returns a thread-safe in-memory ledger, which is lost with the process. */
    static Ledger inMemory() {
      return new InMemoryLedger();
    }

    /** Returns the names, oldest first. */
    List<String> applied();

    void record(String name);

    void remove(String name);
  }

  private static final class InMemoryLedger implements Ledger {

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

  /**
   * @param migrations in the order to apply; two with one name throw {@code
   *     E_INVALID_VECTOR_STORE_CONFIG}
   */
  public VectorMigrator(VectorDb db, List<? extends VectorMigration> migrations, Ledger ledger) {
    this.db = db;
    this.ledger = ledger;
    for (VectorMigration migration : migrations) {
      if (this.migrations.put(migration.name(), migration) != null) {
        throw VectorErrors.invalidConfig("two migrations have the name '" + migration.name() + "'");
      }
    }
  }

  /**
   * Applies the migrations that the ledger lacks and records each right after its {@code up}.
   *
   * @return the names applied by this call
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_MIGRATION_FAILED}; earlier ones stay
   *     applied and recorded
   */
  public List<String> latest() {
    Map<String, VectorMigration> pending = new LinkedHashMap<>(migrations);
    pending.keySet().removeAll(ledger.applied());
    pending.forEach((name, migration) -> run(name, migration::up, ledger::record));
    return List.copyOf(pending.keySet());
  }

  /**
   * Reverts the newest migration in the ledger.
   *
   * @return its name; empty if the ledger is empty
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_MIGRATION_FAILED}; the ledger then
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
    run(name, migration::down, ledger::remove);
    return Optional.of(name);
  }

  private void run(String name, Consumer<VectorDb.Schema> step, Consumer<String> inLedger) {
    try {
      step.accept(db.schema());
      inLedger.accept(name);
    } catch (RuntimeException e) {
      throw VectorErrors.migrationFailed(name, String.valueOf(e.getMessage()), e);
    }
  }
}
