package dev.adk4j.boot.protocol;

import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.WebProperties;
import dev.adk4j.client.AgentClient;
import dev.adk4j.web.WebScopeResolver;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.internal.GuardedPath;
import dev.adk4j.web.internal.a2a.A2aController;
import dev.adk4j.web.internal.a2a.A2aRules;
import dev.adk4j.web.internal.protocol.ProtocolAccess;
import dev.adk4j.web.internal.protocol.ProtocolAgents;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.internal.protocol.ProtocolTurns;
import dev.adk4j.web.stream.TurnEvents;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Auto-configuration of A2A, the protocol for other agents, if its path is set. */
@AutoConfiguration(
    afterName = {
      "dev.adk4j.boot.AdkAutoConfiguration",
      "dev.adk4j.boot.stream.AdkStreamAutoConfiguration",
      "dev.adk4j.boot.web.AdkWebAutoConfiguration",
      "dev.adk4j.boot.gate.AdkGatesAutoConfiguration",
      "dev.adk4j.boot.gate.AdkStoredTurnsAutoConfiguration"
    })
@ConditionalOnClass(name = "org.springframework.web.servlet.mvc.method.annotation.SseEmitter")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnSwitch(defaultOn = "adk.enabled")
@ConditionalOnProperty("adk.web.a2a.path")
@ConditionalOnBean({AgentClient.class, TurnEvents.class})
@Import(ProtocolsConfiguration.class)
final class AdkA2aAutoConfiguration {

  @Bean
  ProtocolAccess adkA2aAccess(
      WebScopeResolver scopes,
      ObjectProvider<GateActors> actors,
      AdkProperties properties,
      ListableBeanFactory beans) {
    return ProtocolsConfiguration.access(
        "a2a",
        "adk.web.a2a.path",
        properties.web().a2a().path(),
        scopes,
        actors.getIfAvailable(),
        properties.web(),
        beans);
  }

  @Bean
  A2aController adkA2aController(
      ProtocolAccess adkA2aAccess,
      ProtocolAgents agents,
      ProtocolTurns turns,
      ProtocolGates gates,
      TurnEvents events,
      ObjectProvider<InstantSource> clock,
      AdkProperties properties) {
    Map<String, String> descriptions = new HashMap<>();
    properties
        .agents()
        .forEach(
            (name, agent) -> {
              if (agent.description() != null) {
                descriptions.put(name, agent.description());
              }
            });
    WebProperties.A2a protocol = properties.web().a2a();
    return new A2aController(
        adkA2aAccess,
        agents,
        turns,
        gates,
        events,
        clock.getIfAvailable(InstantSource::system),
        descriptions,
        String.valueOf(protocol.path()),
        protocol.url(),
        CardSigner.of(protocol));
  }

  @Bean
  GuardedPath adkA2aGuardedPath(ProtocolAccess adkA2aAccess, AdkProperties properties) {
    return new A2aRules(adkA2aAccess).guard(String.valueOf(properties.web().a2a().path()));
  }
}
