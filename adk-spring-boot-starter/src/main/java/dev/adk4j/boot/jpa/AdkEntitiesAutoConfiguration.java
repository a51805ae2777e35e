package dev.adk4j.boot.jpa;

import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.jpa.entity.AdkEntities;
import dev.adk4j.jpa.entity.AdkNamingStrategy;
import org.hibernate.boot.model.naming.PhysicalNamingStrategy;
import org.hibernate.boot.model.naming.PhysicalNamingStrategyStandardImpl;
import org.hibernate.cfg.MappingSettings;
import org.hibernate.cfg.SchemaToolingSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.boot.jpa.autoconfigure.EntityManagerFactoryBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.ClassUtils;

/**
 * Adds the storage's entities to the application's persistence unit and their repositories to its
 * beans, for queries. The application's entity scan and repositories are not affected: both would
 * back off if a library declared its own scan. Only the conditions of a query separate tenants.
 */
@AutoConfiguration(
    beforeName = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
    afterName = "dev.adk4j.boot.jdbc.AdkJdbcStorageAutoConfiguration")
@ConditionalOnClass({
  AdkEntities.class,
  EntityManagerFactoryBuilderCustomizer.class,
  HibernatePropertiesCustomizer.class
})
@ConditionalOnSwitch(defaultOn = {"adk.enabled", "adk.jdbc.enabled", "adk.jpa.entities"})
@EnableConfigurationProperties(AdkProperties.class)
final class AdkEntitiesAutoConfiguration {

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
   * Prevents Hibernate from changing the library's tables, which migrations own, regardless of
   * spring.jpa.hibernate.ddl-auto. Names them as adk.jdbc.* defines, regardless of the naming
   * strategy.
   */
  @Bean
  @Order(Ordered.LOWEST_PRECEDENCE)
  static HibernatePropertiesCustomizer adkTables(AdkProperties properties) {
    return hibernate -> {
      AdkNamingStrategy naming =
          new AdkNamingStrategy(
              strategy(hibernate.get(MappingSettings.PHYSICAL_NAMING_STRATEGY)),
              properties.jdbc().databaseSchema(),
              properties.jdbc().tablePrefix());
      hibernate.put(MappingSettings.PHYSICAL_NAMING_STRATEGY, naming);
      hibernate.putIfAbsent(
          SchemaToolingSettings.HBM2DDL_FILTER_PROVIDER, new OwnTablesFilter(naming));
    };
  }

  /** Hibernate accepts an instance, a class or a class name. */
  private static PhysicalNamingStrategy strategy(@Nullable Object configured) {
    return switch (configured) {
      case null -> PhysicalNamingStrategyStandardImpl.INSTANCE;
      case PhysicalNamingStrategy instance -> instance;
      case Class<?> type -> (PhysicalNamingStrategy) BeanUtils.instantiateClass(type);
      default ->
          (PhysicalNamingStrategy)
              BeanUtils.instantiateClass(ClassUtils.resolveClassName(configured.toString(), null));
    };
  }
}
