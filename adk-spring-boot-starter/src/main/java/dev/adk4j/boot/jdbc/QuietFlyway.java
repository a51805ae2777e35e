package dev.adk4j.boot.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.Location;
import org.flywaydb.core.api.configuration.Configuration;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.core.io.support.ResourcePatternResolver;

/**
 * Migrates with the application's Flyway unless the application has no migrations. An application
 * may have Flyway only for the storage's tables, and Flyway would warn at every startup that its
 * locations are empty.
 */
record QuietFlyway(ResourcePatternResolver resources) implements FlywayMigrationStrategy {

  private static final String CLASS_PATH = "classpath:";

  @Override
  public void migrate(Flyway flyway) {
    if (hasMigrations(flyway.getConfiguration()) || flyway.info().all().length > 0) {
      flyway.migrate();
    }
  }

  /** Returns true in case of doubt. */
  private boolean hasMigrations(Configuration configuration) {
    if (configuration.getJavaMigrations().length > 0
        || configuration.getResolvers().length > 0
        || configuration.getCallbacks().length > 0
        || configuration.isFailOnMissingLocations()) {
      return true;
    }
    for (Location location : configuration.getLocations()) {
      String place = location.getDescriptor();
      if (!place.startsWith(CLASS_PATH) || place.contains("*") || isFilled(place)) {
        return true;
      }
    }
    return false;
  }

  private boolean isFilled(String place) {
    try {
      String pattern = "classpath*:" + place.substring(CLASS_PATH.length()) + "/**/*.*";
      return resources.getResources(pattern).length > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
