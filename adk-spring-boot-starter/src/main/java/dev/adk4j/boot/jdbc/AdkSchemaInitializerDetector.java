package dev.adk4j.boot.jdbc;

import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;

/**
 * Orders the library's migrations after the application's own: the library's migrations accept a
 * schema that is not empty.
 */
final class AdkSchemaInitializerDetector extends AbstractBeansOfTypeDatabaseInitializerDetector {

  @Override
  public int getOrder() {
    return 100;
  }

  @Override
  protected Set<Class<?>> getDatabaseInitializerBeanTypes() {
    return Set.of(AdkSchemaInitializer.class);
  }
}
