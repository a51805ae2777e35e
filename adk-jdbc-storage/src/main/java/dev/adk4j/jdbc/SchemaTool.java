package dev.adk4j.jdbc;

import org.springframework.util.ClassUtils;

/**
 * Tool that migrates the tables.
 *
 * @since 0.1.0
 */
public enum SchemaTool {
  FLYWAY,
  LIQUIBASE,
  NONE;

  /** Returns the tool on the class path; Flyway is preferred to Liquibase. */
  public static SchemaTool detect() {
    ClassLoader loader = SchemaTool.class.getClassLoader();
    if (ClassUtils.isPresent("org.flywaydb.core.Flyway", loader)) {
      return FLYWAY;
    }
    return ClassUtils.isPresent("liquibase.Liquibase", loader) ? LIQUIBASE : NONE;
  }
}
