package dev.adk4j.boot.protocol;

import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.WebProperties;
import dev.adk4j.client.AgentClient;
import dev.adk4j.web.WebScopeResolver;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.internal.GuardedPath;
import dev.adk4j.web.internal.SealedCursors;
import dev.adk4j.web.internal.openai.OpenAiController;
import dev.adk4j.web.internal.openai.OpenAiOptions;
import dev.adk4j.web.internal.openai.OpenAiRules;
import dev.adk4j.web.internal.protocol.ProtocolAccess;
import dev.adk4j.web.internal.protocol.ProtocolAgents;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.internal.protocol.ProtocolTurns;
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

/** Auto-configuration of OpenAI's endpoints, if its path is set. */
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
@ConditionalOnProperty("adk.web.openai.path")
@ConditionalOnBean({AgentClient.class, TurnEvents.class})
@Import(ProtocolsConfiguration.class)
final class AdkOpenAiAutoConfiguration {

  @Bean
  ProtocolAccess adkOpenAiAccess(
      WebScopeResolver scopes,
      ObjectProvider<GateActors> actors,
      AdkProperties properties,
      ListableBeanFactory beans) {
    return ProtocolsConfiguration.access(
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
      ProtocolAccess adkOpenAiAccess,
      ProtocolAgents agents,
      ProtocolTurns turns,
      ProtocolGates gates,
      SealedCursors cursors,
      AdkProperties properties,
      ObjectProvider<InstantSource> clock) {
    WebProperties.OpenAi protocol = properties.web().openai();
    return new OpenAiController(
        adkOpenAiAccess,
        agents,
        turns,
        gates,
        cursors,
        new OpenAiOptions(protocol.conversationHeaders(), protocol.thoughts()),
        clock.getIfAvailable(InstantSource::system));
  }

  @Bean
  GuardedPath adkOpenAiGuardedPath(ProtocolAccess adkOpenAiAccess, AdkProperties properties) {
    return adkOpenAiAccess.guard(
        String.valueOf(properties.web().openai().path()), new OpenAiRules(adkOpenAiAccess));
  }
}
