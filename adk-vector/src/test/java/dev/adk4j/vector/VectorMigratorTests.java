package dev.adk4j.vector;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VectorMigratorTests {

  private final VectorDb db = VectorDb.of(new InMemoryVectorBackend());
  private final VectorMigrator.Ledger ledger = VectorMigrator.Ledger.inMemory();

  /** Creates a collection of its own name. */
  private record Create(String name) implements VectorMigration {

    @Override
    public void up(VectorDb.Schema schema) {
      schema.createCollection(name, c -> c.vector(2));
    }

    @Override
    public void down(VectorDb.Schema schema) {
      schema.dropCollection(name);
    }
  }

  private VectorMigrator migrator(VectorMigration... migrations) {
    return new VectorMigrator(db, List.of(migrations), ledger);
  }

  @Test
  void appliesMissingMigrationsInOrder() {
    assertThat(migrator(new Create("b"), new Create("a")).latest()).containsExactly("b", "a");
    assertThat(migrator(new Create("b"), new Create("a"), new Create("c")).latest())
        .containsExactly("c");
    assertThat(ledger.applied()).containsExactly("b", "a", "c");
    assertThat(migrator(new Create("b")).latest()).isEmpty();
  }

  @Test
  void keepsEarlierMigrationsAfterAFailure() {
    db.schema().createCollection("taken", c -> c.vector(2));
    assertFails(
        VectorErrorCode.E_VECTOR_STORE_MIGRATION_FAILED,
        () -> migrator(new Create("a"), new Create("taken"), new Create("z")).latest());
    assertThat(ledger.applied()).containsExactly("a");
    assertThat(db.schema().hasCollection("z")).isFalse();
  }

  @Test
  void rollsBackTheNewestOnly() {
    VectorMigrator migrator = migrator(new Create("a"), new Create("b"));
    migrator.latest();
    assertThat(migrator.rollback()).hasValue("b");
    assertThat(db.schema().hasCollection("a")).isTrue();
    assertThat(db.schema().hasCollection("b")).isFalse();
    assertFails(
        VectorErrorCode.E_VECTOR_STORE_MIGRATION_FAILED,
        () -> migrator(new Create("b")).rollback());
    db.schema().dropCollection("a");
    assertFails(VectorErrorCode.E_VECTOR_STORE_MIGRATION_FAILED, migrator::rollback);
    assertThat(ledger.applied()).containsExactly("a");
    ledger.remove("a");
    assertThat(migrator.rollback()).isEmpty();
  }

  @Test
  void refusesDuplicateNames() {
    assertFails(
        VectorErrorCode.E_INVALID_VECTOR_STORE_CONFIG,
        () -> migrator(new Create("a"), new Create("a")));
  }
}
