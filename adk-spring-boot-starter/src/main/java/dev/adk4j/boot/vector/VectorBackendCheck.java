package dev.adk4j.boot.vector;

import dev.adk4j.boot.internal.properties.VectorProperties.Backend;
import dev.adk4j.vector.VectorBackend;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Fails the startup if a backend is configured and cannot be built. */
record VectorBackendCheck(ListableBeanFactory beans, @Nullable Backend wanted)
    implements SmartInitializingSingleton {

  @Override
  public void afterSingletonsInstantiated() {
    if (wanted != null && beans.getBeanNamesForType(VectorBackend.class, true, false).length == 0) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.vector.backend", wanted.propertyValue(), reason(wanted));
    }
  }

  private static String reason(Backend wanted) {
    return switch (wanted) {
      case IN_MEMORY -> "nothing configured it";
      case PGVECTOR ->
          "needs adk-jdbc-storage on the class path and one DataSource bean, or one that is @Primary:"
              + " add the dependency and set spring.datasource.url to a PostgreSQL with the extension vector";
      case SPRING_AI ->
          "needs adk-spring-ai on the class path and at least one VectorStore bean of Spring AI: "
              + "each is a collection with the name of its bean";
    };
  }
}
