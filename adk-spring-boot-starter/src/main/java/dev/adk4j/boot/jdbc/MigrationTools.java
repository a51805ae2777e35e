package dev.adk4j.boot.jdbc;

import javax.sql.DataSource;
import liquibase.integration.spring.SpringLiquibase;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Finds the migration tool of the application and its data source. If an owner role migrates the
 * application's tables, it also owns the storage's tables.
 */
record MigrationTools(
    BeanFactory beans, @Nullable ClassLoader classLoader, Environment environment) {

  enum Tool {
    FLYWAY("org.flywaydb.core.Flyway", "spring.flyway.enabled"),
    LIQUIBASE("liquibase.integration.spring.SpringLiquibase", "spring.liquibase.enabled"),
    NONE("", "");

    private final String type;
    private final String property;

    Tool(String type, String property) {
      this.type = type;
      this.property = property;
    }
  }

  /**
   * Returns the tool that is on the class path and enabled for the application; Flyway before
   * Liquibase.
   */
  Tool chosen() {
    return isOn(Tool.FLYWAY) ? Tool.FLYWAY : isOn(Tool.LIQUIBASE) ? Tool.LIQUIBASE : Tool.NONE;
  }

  /** Returns the tool's own data source if there is one such bean, else the given one. */
  DataSource dataSource(Tool tool, DataSource application) {
    DataSource own =
        switch (tool) {
          case FLYWAY -> FlywayBean.dataSource(beans);
          case LIQUIBASE -> LiquibaseBean.dataSource(beans);
          case NONE -> null;
        };
    return own == null ? application : own;
  }

  private boolean isOn(Tool tool) {
    return ClassUtils.isPresent(tool.type, classLoader)
        && environment.getProperty(tool.property, Boolean.class, true);
  }

  /** Loaded only if Flyway is present. */
  private static final class FlywayBean {

    static @Nullable DataSource dataSource(BeanFactory beans) {
      Flyway flyway = beans.getBeanProvider(Flyway.class).getIfUnique();
      return flyway == null ? null : flyway.getConfiguration().getDataSource();
    }
  }

  /** Loaded only if Liquibase is present. */
  private static final class LiquibaseBean {

    static @Nullable DataSource dataSource(BeanFactory beans) {
      SpringLiquibase liquibase = beans.getBeanProvider(SpringLiquibase.class).getIfUnique();
      return liquibase == null ? null : liquibase.getDataSource();
    }
  }
}
