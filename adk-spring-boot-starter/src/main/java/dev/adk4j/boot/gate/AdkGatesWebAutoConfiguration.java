package dev.adk4j.boot.gate;

import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GatePolicy;
import dev.adk4j.stored.GateService;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.internal.GuardedPath;
import dev.adk4j.web.internal.SealedCursors;
import dev.adk4j.web.internal.gate.GatesController;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Auto-configuration of the HTTP endpoints for gates, if they are enabled. */
@AutoConfiguration(
    after = AdkGatesAutoConfiguration.class,
    afterName = "dev.adk4j.boot.web.AdkWebAutoConfiguration")
@ConditionalOnClass(name = "org.springframework.web.bind.annotation.RestController")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnSwitch(defaultOff = "adk.gates.web.enabled")
final class AdkGatesWebAutoConfiguration {

  private static final Logger log = LoggerFactory.getLogger(AdkGatesWebAutoConfiguration.class);

  /** Name of the filter of Spring Security. */
  private static final String SECURITY = "springSecurityFilterChain";

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBean(GateService.class)
  static class Api {

    @Bean
    @ConditionalOnMissingBean
    GatesController adkGatesController(
        GateService service,
        GateActors actors,
        GateAuthorizer authorizer,
        SealedCursors cursors,
        AdkProperties properties,
        ListableBeanFactory beans) {
      boolean ours =
          beans.containsBean(AdkGatesAutoConfiguration.SECURITY_ACTORS)
              || beans.containsBean(AdkGatesAutoConfiguration.PRINCIPAL_ACTORS);
      if (ours && !beans.containsBean(SECURITY)) {
        throw new InvalidConfigurationPropertyValueException(
            "adk.gates.web.enabled",
            true,
            "requires a way to identify the caller: add spring-boot-starter-security, or declare "
                + "a GateActors bean (PrincipalGateActors for users that the web server "
                + "authenticates)");
      }
      if (authorizer instanceof GatePolicy && properties.gates().requiredAuthorities().isEmpty()) {
        log.warn(
            "adk.gates.web.enabled is true and adk.gates.required-authorities is empty: any "
                + "actor of a tenant may settle all of its gates, except those of their own "
                + "turns.");
      }
      return new GatesController(service, actors, cursors);
    }

    @Bean
    GuardedPath adkGatesGuardedPath(GateActors actors, AdkProperties properties) {
      return new GuardedPath(
          properties.gates().web().path(),
          true,
          request -> actors.current(request.getUserPrincipal(), "http").isPresent(),
          body -> body);
    }
  }
}
