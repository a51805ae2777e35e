package dev.adk4j.boot.vector;

import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorMigration;
import dev.adk4j.vector.VectorMigrator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;

/** Applies vector migrations at startup, in the order of the beans. */
final class VectorMigrations implements InitializingBean {

  private static final Logger log = LoggerFactory.getLogger(VectorMigrations.class);

  private final VectorDb db;
  private final List<VectorMigration> migrations;
  private final VectorMigrator.Ledger ledger;

  VectorMigrations(VectorDb db, List<VectorMigration> migrations, VectorMigrator.Ledger ledger) {
    this.db = db;
    this.migrations = migrations;
    this.ledger = ledger;
  }

  @Override
  public void afterPropertiesSet() {
    List<String> applied = new VectorMigrator(db, migrations, ledger).latest();
    if (!applied.isEmpty()) {
      log.info("Applied the vector migrations {}.", applied);
    }
  }
}
