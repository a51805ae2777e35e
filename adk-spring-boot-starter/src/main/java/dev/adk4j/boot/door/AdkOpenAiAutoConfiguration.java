package dev.adk4j.boot.door;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.AdkProperties;
import dev.adk4j.boot.condition.ConditionalOnSwitch;
import dev.adk4j.boot.stream.AdkStreamAutoConfiguration;
import dev.adk4j.boot.web.AdkWebAutoConfiguration;
import dev.adk4j.client.AgentClient;
import dev.adk4j.web.WebScopeResolver;
import dev.adk4j.web.door.DoorAgents;
import dev.adk4j.web.door.DoorGates;
import dev.adk4j.web.door.DoorKeeper;
import dev.adk4j.web.door.DoorTurns;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.internal.GuardedPath;
import dev.adk4j.web.internal.SealedCursors;
import dev.adk4j.web.openai.OpenAiController;
import dev.adk4j.web.openai.OpenAiDoorway;
import dev.adk4j.web.openai.OpenAiOptions;
import dev.adk4j.web.stream.TurnEvents;
import java.time.InstantSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Auto-configuration of the door for clients of OpenAI's endpoints, if its path is set. */
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
@ConditionalOnProperty("adk.web.openai.path")
@ConditionalOnBean({AgentClient.class, TurnEvents.class})
@Import(DoorsConfiguration.class)
public final class AdkOpenAiAutoConfiguration {

  @Bean
  DoorKeeper adkOpenAiKeeper(
      WebScopeResolver scopes,
      ObjectProvider<GateActors> actors,
      AdkProperties properties,
      ListableBeanFactory beans) {
    return DoorsConfiguration.keeper(
        "openai",
        "adk.web.openai.path",
        properties.web().openai().path(),
        scopes,
        actors.getIfAvailable(),
        properties.web(),
        beans);
  }

  @Bean
  OpenAiController adkOpenAiController(
      DoorKeeper adkOpenAiKeeper,
      DoorAgents agents,
      DoorTurns turns,
      DoorGates gates,
      SealedCursors cursors,
      AdkProperties properties,
      ObjectProvider<InstantSource> clock) {
    AdkProperties.OpenAi door = properties.web().openai();
    return new OpenAiController(
        adkOpenAiKeeper,
        agents,
        turns,
        gates,
        cursors,
        new OpenAiOptions(door.conversationHeaders(), door.thoughts()),
        clock.getIfAvailable(InstantSource::system));
  }

  @Bean
  GuardedPath adkOpenAiGuardedPath(DoorKeeper adkOpenAiKeeper, AdkProperties properties) {
    return adkOpenAiKeeper.guard(
        String.valueOf(properties.web().openai().path()), new OpenAiDoorway(adkOpenAiKeeper));
  }
}
