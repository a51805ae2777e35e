package dev.adk4j.boot.actuate;

import dev.adk4j.boot.internal.callback.CallbackConfigurer;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.startup.StartupNote;
import dev.adk4j.boot.internal.turn.OpenTurns;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.stored.GateService;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.internal.GuardedPath;
import jakarta.servlet.Filter;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Auto-configuration of endpoints and health, if there is an actuator. */
@AutoConfiguration(
    afterName = {
      "dev.adk4j.boot.AdkAutoConfiguration",
      "dev.adk4j.boot.gate.AdkGatesAutoConfiguration"
    })
@ConditionalOnClass(Endpoint.class)
@ConditionalOnBean(TurnRunner.class)
final class AdkActuatorAutoConfiguration {

  @Bean
  OpenGates adkOpenGates() {
    return new OpenGates();
  }

  // The class condition is on the nested class and the endpoint condition on its methods: on the
  // same element both fail without an actuator.
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
  static class Endpoints {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    AdkEndpoint adkEndpoint(
        CallbackConfigurer callbacks,
        Map<String, TurnRunner> runners,
        @Qualifier("adkModelBreakers") ObjectProvider<Supplier<Map<String, String>>> models,
        @Qualifier("adkLeftOutTools") ObjectProvider<Supplier<Map<String, String>>> leftOut) {
      return new AdkEndpoint(
          callbacks.resolution(),
          runners,
          models.getIfAvailable(() -> Map::of),
          leftOut.getIfAvailable(() -> Map::of));
    }

    @Bean
    @ConditionalOnAvailableEndpoint(endpoint = AdkTurnsEndpoint.class)
    TurnLedger adkTurnLedger(AdkProperties properties) {
      return new TurnLedger(properties.endpoint().recentTurns());
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    AdkTurnsEndpoint adkTurnsEndpoint(TurnLedger turns, ObjectProvider<AgentRegistry> stored) {
      return new AdkTurnsEndpoint(
          turns,
          () -> {
            AgentRegistry known = stored.getIfAvailable();
            return known == null ? null : known.operations();
          });
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint(
        endpoint = AdkTurnsEndpoint.class,
        exposure = EndpointExposure.WEB)
    @ConditionalOnBean(AdkTurnsEndpoint.class)
    AdkTurnsWebExtension adkTurnsWebExtension(
        AdkTurnsEndpoint turns, ObjectProvider<GateActors> actors) {
      return new AdkTurnsWebExtension(turns, actors(actors));
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    AdkGatesEndpoint adkGatesEndpoint(
        OpenGates gates, AdkProperties properties, ObjectProvider<GateService> service) {
      return new AdkGatesEndpoint(
          gates, properties.endpoint().includeContent(), service.getIfAvailable());
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint(
        endpoint = AdkGatesEndpoint.class,
        exposure = EndpointExposure.WEB)
    @ConditionalOnBean(AdkGatesEndpoint.class)
    AdkGatesWebExtension adkGatesWebExtension(
        AdkGatesEndpoint gates, ObjectProvider<GateActors> actors) {
      return new AdkGatesWebExtension(gates, actors(actors));
    }
  }

  private static GateActors actors(ObjectProvider<GateActors> actors) {
    return actors.getIfAvailable(() -> (principal, channel) -> Optional.empty());
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({ConditionalOnAvailableEndpoint.class, Filter.class})
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  static class Guard {

    @Bean
    @ConditionalOnAvailableEndpoint(endpoint = AdkEndpoint.class, exposure = EndpointExposure.WEB)
    GuardedPath adkEndpointGuardedPath(PathMappedEndpoints paths) {
      return GuardedPath.ofReading(Objects.requireNonNull(paths.getPath(EndpointId.of("adk"))));
    }

    @Bean
    @ConditionalOnAvailableEndpoint(
        endpoint = AdkTurnsEndpoint.class,
        exposure = EndpointExposure.WEB)
    GuardedPath adkTurnsEndpointGuardedPath(
        PathMappedEndpoints paths, ObjectProvider<GateActors> actors) {
      return operated(paths, "adkturns", actors, SettleBody::operation);
    }

    @Bean
    @ConditionalOnAvailableEndpoint(
        endpoint = AdkGatesEndpoint.class,
        exposure = EndpointExposure.WEB)
    GuardedPath adkGatesEndpointGuardedPath(
        PathMappedEndpoints paths, ObjectProvider<GateActors> actors) {
      return operated(paths, "adkgates", actors, SettleBody::texts);
    }

    private static GuardedPath operated(
        PathMappedEndpoints paths,
        String endpoint,
        ObjectProvider<GateActors> actors,
        UnaryOperator<JsonValue> body) {
      return new GuardedPath(
          Objects.requireNonNull(paths.getPath(EndpointId.of(endpoint))),
          false,
          request ->
              AdkGatesWebExtension.actor(actors(actors), request.getUserPrincipal()).isPresent(),
          body);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(HealthIndicator.class)
  static class Health {

    @Bean
    @ConditionalOnEnabledHealthIndicator("adk")
    @ConditionalOnMissingBean(name = "adkHealthIndicator")
    HealthIndicator adkHealthIndicator(
        OpenTurns turns,
        OpenGates gates,
        ObjectProvider<StartupNote> notes,
        @Qualifier("adkLeftOutTools") ObjectProvider<Supplier<Map<String, String>>> leftOut) {
      return new AdkHealthIndicator(turns, gates, notes, leftOut.getIfAvailable(() -> Map::of));
    }
  }
}
