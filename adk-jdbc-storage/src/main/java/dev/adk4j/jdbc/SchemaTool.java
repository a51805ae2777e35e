package dev.adk4j.jdbc;

import org.springframework.util.ClassUtils;

/** What keeps the tables up to date. */
public enum SchemaTool {
  FLYWAY,
  LIQUIBASE,
  NONE;

  /** What is on the class path; Flyway before Liquibase. */
  public static SchemaTool detect() {
    ClassLoader loader = SchemaTool.class.getClassLoader();
    if (ClassUtils.isPresent("org.flywaydb.core.Flyway", loader)) {
      return FLYWAY;
    }
    return ClassUtils.isPresent("liquibase.Liquibase", loader) ? LIQUIBASE : NONE;
  }
}
