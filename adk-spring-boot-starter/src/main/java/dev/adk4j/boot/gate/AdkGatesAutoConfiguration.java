package dev.adk4j.boot.gate;

import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.GateProperties;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GatePolicy;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.gate.PrincipalGateActors;
import dev.adk4j.web.internal.gate.SecurityGateActors;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration of the store of gates and turns, in the database if there is one, else in
 * memory. Gates can be settled from every node.
 */
@AutoConfiguration(
    beforeName = "dev.adk4j.boot.AdkAutoConfiguration",
    afterName = {
      "dev.adk4j.boot.jdbc.AdkJdbcStorageAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnSwitch(defaultOn = {"adk.enabled", "adk.gates.enabled"})
@EnableConfigurationProperties(AdkProperties.class)
public final class AdkGatesAutoConfiguration {

  static final String SECURITY_ACTORS = "adkSecurityGateActors";
  static final String PRINCIPAL_ACTORS = "adkPrincipalGateActors";

  // nested configurations are evaluated in this order, not in source order
  @Configuration(proxyBeanMethods = false)
  @Order(0)
  @ConditionalOnClass({
    JdbcTurnStore.class,
    DataSource.class,
    DependsOnDatabaseInitialization.class
  })
  @ConditionalOnBean({DataSource.class, JdbcStorageOptions.class})
  static class Database {

    @Bean
    @DependsOnDatabaseInitialization
    @ConditionalOnMissingBean(TurnStore.class)
    JdbcTurnStore adkJdbcTurnStore(
        DataSource dataSource,
        JdbcStorageOptions options,
        ObjectProvider<JdbcPersistentStorage> storage,
        AdkProperties properties) {
      GateProperties gates = properties.gates();
      JdbcPersistentStorage records = storage.getIfUnique();
      return JdbcTurnStore.of(
          dataSource,
          options,
          new JdbcGateOptions(
              gates.keepContent(), gates.deadAfter(), gates.pollInterval(), gates.listen()),
          records == null ? null : records.unitOfWork());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Order(1)
  static class Service {

    @Bean
    @ConditionalOnMissingBean(TurnStore.class)
    TurnStore adkInMemoryTurnStore() {
      return TurnStore.inMemory();
    }

    @Bean
    @ConditionalOnMissingBean(GateAuthorizer.class)
    GatePolicy adkGatePolicy(AdkProperties properties) {
      GateProperties gates = properties.gates();
      GatePolicy policy = GatePolicy.strict();
      for (Map.Entry<String, Set<String>> required : gates.requiredAuthorities().entrySet()) {
        policy = policy.require(required.getKey(), required.getValue());
      }
      return gates.allowOwnSubject() ? policy.allowOwnSubject() : policy;
    }

    @Bean
    @ConditionalOnMissingBean
    GateService adkGateService(
        TurnStore store,
        GateAuthorizer authorizer,
        AdkProperties properties,
        ObjectProvider<RequestLimits> limits) {
      GateProperties gates = properties.gates();
      return GateService.of(
          store,
          new GateService.Options(
              authorizer,
              gates.heartbeat(),
              gates.verdictTimeout(),
              gates.maxComment(),
              (int) gates.maxValue().toBytes(),
              limits.getIfAvailable(RequestLimits::none)));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.security.core.context.SecurityContextHolder")
  static class Security {

    @Bean(SECURITY_ACTORS)
    @ConditionalOnMissingBean(GateActors.class)
    SecurityGateActors adkSecurityGateActors() {
      return new SecurityGateActors();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingClass("org.springframework.security.core.context.SecurityContextHolder")
  static class Actors {

    @Bean(PRINCIPAL_ACTORS)
    @ConditionalOnMissingBean(GateActors.class)
    PrincipalGateActors adkPrincipalGateActors() {
      return new PrincipalGateActors();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Order(2)
  @ConditionalOnClass(MeterRegistry.class)
  @ConditionalOnBean(MeterRegistry.class)
  @ConditionalOnSwitch(defaultOn = "adk.observations.enabled")
  static class Meters {

    @Bean
    GateMeters adkGateMeters(GateService service, MeterRegistry meters) {
      return new GateMeters(service, meters);
    }
  }
}
