package dev.adk4j.jpa;

import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.jpa.entity.AdkEntities;
import dev.adk4j.jpa.entity.AdkNamingStrategy;
import dev.adk4j.storage.FetchLimits;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.test.StorageContractTests;
import dev.adk4j.token.Tokenizable;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The contract kit on a thread that open-in-view gave an entity manager, which has read an entity;
 * the pool has one connection.
 */
@Tag("slow")
@ParameterizedClass
@EnumSource
class OpenInViewContractTests extends StorageContractTests {

  private static final Map<DatabaseKind, TestDatabase> DATABASES =
      new EnumMap<>(DatabaseKind.class);
  private static final Map<DatabaseKind, EntityManagerFactory> FACTORIES =
      new EnumMap<>(DatabaseKind.class);

  private final TestDatabase database;
  private final EntityManagerFactory factory;

  OpenInViewContractTests(DatabaseKind kind) {
    synchronized (DATABASES) {
      this.database = DATABASES.computeIfAbsent(kind, k -> k.withTables(1));
      this.factory = FACTORIES.computeIfAbsent(kind, k -> hibernate(database));
    }
  }

  @BeforeEach
  void openView() {
    EntityManager view = factory.createEntityManager();
    TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(view));
    view.createQuery("select count(m) from MessageEntity m", Long.class).getSingleResult();
  }

  @AfterEach
  void closeView() {
    EntityManagerHolder view =
        (EntityManagerHolder) TransactionSynchronizationManager.unbindResource(factory);
    view.getEntityManager().close();
  }

  @Override
  protected PersistentStorage storage() {
    return JdbcPersistentStorage.builder(database.dataSource())
        .options(JdbcStorageOptions.DEFAULT.withFetchLimits(FetchLimits.NONE))
        .build();
  }

  @Override
  protected PersistentStorage reopen(PersistentStorage storage) {
    return storage();
  }

  @Override
  protected boolean setTenantStandingInstructions(
      PersistentStorage storage, String tenant, List<Tokenizable> instructions) {
    AdkStorageAdmin.of(database.dataSource(), JdbcStorageOptions.DEFAULT)
        .setStandingInstructions(tenant, instructions.stream().map(Tokenizable::value).toList());
    return true;
  }

  private static EntityManagerFactory hibernate(TestDatabase database) {
    Configuration configuration = new Configuration();
    configuration.setPhysicalNamingStrategy(new AdkNamingStrategy());
    AdkEntities.all().forEach(configuration::addAnnotatedClass);
    configuration
        .getProperties()
        .put("jakarta.persistence.nonJtaDataSource", database.dataSource());
    return configuration.buildSessionFactory();
  }
}
