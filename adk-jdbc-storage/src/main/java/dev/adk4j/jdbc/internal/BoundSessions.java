package dev.adk4j.jdbc.internal;

import jakarta.persistence.EntityManager;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.resource.jdbc.spi.LogicalConnectionImplementor;
import org.jspecify.annotations.Nullable;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Releases connections of entity managers that are bound to the calling thread. Otherwise, with
 * open-in-view (Spring Boot's default), a request that reads one entity holds a connection until
 * its response is complete, also during a model call.
 *
 * @since 0.1.0
 */
public final class BoundSessions {

  private static final boolean HIBERNATE =
      isPresent("org.hibernate.engine.spi.SessionImplementor")
          && isPresent("org.springframework.orm.jpa.EntityManagerHolder");

  private BoundSessions() {}

  /**
   * Returns the connections of the calling thread's entity managers to their pool. An entity
   * manager stays open and acquires a connection again on demand. One that is in a transaction, or
   * has an open result or large object, keeps its connection.
   */
  public static void giveBackConnections() {
    if (HIBERNATE) {
      TransactionSynchronizationManager.getResourceMap().values().forEach(Hibernate::giveBack);
    }
  }

  private static boolean isPresent(String type) {
    return ClassUtils.isPresent(type, BoundSessions.class.getClassLoader());
  }

  /** Uses Hibernate; loaded only if it is present. */
  private static final class Hibernate {

    static void giveBack(Object resource) {
      EntityManager entityManager = entityManager(resource);
      if (entityManager == null
          || !entityManager.isOpen()
          || !(entityManager.getDelegate() instanceof SessionImplementor session)
          || session.isTransactionInProgress()) {
        return;
      }
      LogicalConnectionImplementor connection = session.getJdbcCoordinator().getLogicalConnection();
      if (connection.isPhysicallyConnected()
          && !connection.getResourceRegistry().hasRegisteredResources()) {
        connection.manualDisconnect();
      }
    }

    /** Returns the entity manager of a bound resource, or null if it has none. */
    private static @Nullable EntityManager entityManager(Object resource) {
      try {
        return resource instanceof EntityManagerHolder holder ? holder.getEntityManager() : null;
      } catch (IllegalStateException none) {
        return null;
      }
    }
  }
}
