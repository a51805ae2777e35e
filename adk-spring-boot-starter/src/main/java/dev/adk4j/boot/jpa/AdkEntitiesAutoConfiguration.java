package dev.adk4j.boot.jpa;

import dev.adk4j.jpa.entity.AdkEntities;
import org.hibernate.cfg.SchemaToolingSettings;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.boot.jpa.autoconfigure.EntityManagerFactoryBuilderCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Adds the storage's entities to the application's persistence unit, so that they can be queried.
 * Neither the application's entity scan nor its repositories notice: both would back off where a
 * library declared a scan of its own.
 */
@AutoConfiguration(
    after = AdkJpaStorageAutoConfiguration.class,
    beforeName = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration")
@ConditionalOnClass({
  AdkEntities.class,
  EntityManagerFactoryBuilderCustomizer.class,
  HibernatePropertiesCustomizer.class
})
@ConditionalOnProperty(
    name = {"adk.enabled", "adk.jpa.enabled"},
    matchIfMissing = true)
public final class AdkEntitiesAutoConfiguration {

  @Bean
  static EntityManagerFactoryBuilderCustomizer adkEntities() {
    return builder ->
        builder.addPersistenceUnitPostProcessors(
            unit ->
                AdkEntities.all().stream()
                    .map(Class::getName)
                    .filter(name -> !unit.getManagedClassNames().contains(name))
                    .forEach(unit::addManagedClassName));
  }

  /**
   * The library's tables are its migrations' business, whatever spring.jpa.hibernate.ddl-auto does
   * to the others.
   */
  @Bean
  static HibernatePropertiesCustomizer adkSchemaFilter() {
    return properties ->
        properties.putIfAbsent(
            SchemaToolingSettings.HBM2DDL_FILTER_PROVIDER, new OwnTablesFilter());
  }
}
