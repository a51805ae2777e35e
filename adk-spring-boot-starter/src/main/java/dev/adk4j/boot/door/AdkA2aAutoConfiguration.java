package dev.adk4j.boot.door;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.AdkProperties;
import dev.adk4j.boot.condition.ConditionalOnSwitch;
import dev.adk4j.boot.stream.AdkStreamAutoConfiguration;
import dev.adk4j.boot.web.AdkWebAutoConfiguration;
import dev.adk4j.client.AgentClient;
import dev.adk4j.web.WebScopeResolver;
import dev.adk4j.web.a2a.A2aController;
import dev.adk4j.web.a2a.A2aDoorway;
import dev.adk4j.web.door.DoorAgents;
import dev.adk4j.web.door.DoorGates;
import dev.adk4j.web.door.DoorKeeper;
import dev.adk4j.web.door.DoorTurns;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.internal.GuardedPath;
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

/** Auto-configuration of the door for other agents, by A2A, if its path is set. */
@AutoConfiguration(
    after = {
      AdkAutoConfiguration.class,
      AdkStreamAutoConfiguration.class,
      AdkWebAutoConfiguration.class
    },
    afterName = {
      "dev.adk4j.boot.gate.config.AdkGatesAutoConfiguration",
      "dev.adk4j.boot.gate.config.AdkStoredTurnsAutoConfiguration"
    })
@ConditionalOnClass(name = "org.springframework.web.servlet.mvc.method.annotation.SseEmitter")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnSwitch(defaultOn = "adk.enabled")
@ConditionalOnProperty("adk.web.a2a.path")
@ConditionalOnBean({AgentClient.class, TurnEvents.class})
@Import(DoorsConfiguration.class)
public final class AdkA2aAutoConfiguration {

  @Bean
  DoorKeeper adkA2aKeeper(
      WebScopeResolver scopes,
      ObjectProvider<GateActors> actors,
      AdkProperties properties,
      ListableBeanFactory beans) {
    return DoorsConfiguration.keeper(
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
      DoorKeeper adkA2aKeeper,
      DoorAgents agents,
      DoorTurns turns,
      DoorGates gates,
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
    AdkProperties.A2a door = properties.web().a2a();
    return new A2aController(
        adkA2aKeeper,
        agents,
        turns,
        gates,
        events,
        clock.getIfAvailable(InstantSource::system),
        descriptions,
        String.valueOf(door.path()),
        door.url(),
        CardSigner.of(door));
  }

  @Bean
  GuardedPath adkA2aGuardedPath(DoorKeeper adkA2aKeeper, AdkProperties properties) {
    return new A2aDoorway(adkA2aKeeper).guard(String.valueOf(properties.web().a2a().path()));
  }
}
