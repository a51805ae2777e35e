package dev.adk4j.boot.protocol;

import dev.adk4j.boot.DispatchInput;
import dev.adk4j.boot.TurnOutput;
import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.WebProperties;
import dev.adk4j.client.AgentClient;
import dev.adk4j.jdbc.ConversationEntry;
import dev.adk4j.jdbc.ConversationHistory;
import dev.adk4j.web.WebScopeResolver;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.internal.GuardedPath;
import dev.adk4j.web.internal.agui.ClientTools;
import dev.adk4j.web.internal.agui.PageState;
import dev.adk4j.web.internal.agui.RunController;
import dev.adk4j.web.internal.aisdk.AnswerExtras;
import dev.adk4j.web.internal.aisdk.ChatController;
import dev.adk4j.web.internal.aisdk.ChatRules;
import dev.adk4j.web.internal.protocol.ProtocolAccess;
import dev.adk4j.web.internal.protocol.ProtocolAgents;
import dev.adk4j.web.internal.protocol.ProtocolFiles;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.internal.protocol.ProtocolTurns;
import dev.adk4j.web.internal.protocol.ThreadHistory;
import dev.adk4j.web.stream.TurnEvents;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Auto-configuration of the AI SDK's protocol and of AG-UI, each if its path is set. */
@AutoConfiguration(
    afterName = {
      "dev.adk4j.boot.AdkAutoConfiguration",
      "dev.adk4j.boot.jdbc.AdkJdbcStorageAutoConfiguration",
      "dev.adk4j.boot.stream.AdkStreamAutoConfiguration",
      "dev.adk4j.boot.gate.AdkGatesAutoConfiguration",
      "dev.adk4j.boot.gate.AdkStoredTurnsAutoConfiguration",
      "dev.adk4j.boot.web.AdkWebAutoConfiguration"
    })
@ConditionalOnClass(name = "org.springframework.web.servlet.mvc.method.annotation.SseEmitter")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnSwitch(defaultOn = "adk.enabled")
@ConditionalOnBean({AgentClient.class, TurnEvents.class})
final class AdkProtocolsAutoConfiguration {

  /** The AI SDK's protocol. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty("adk.web.ai-sdk.path")
  @Import(ProtocolsConfiguration.class)
  static class AiSdk {

    @Bean
    ProtocolAccess adkAiSdkAccess(
        WebScopeResolver scopes,
        ObjectProvider<GateActors> actors,
        AdkProperties properties,
        ListableBeanFactory beans) {
      return ProtocolsConfiguration.access(
          ChatController.CHANNEL,
          "adk.web.ai-sdk.path",
          properties.web().aiSdk().path(),
          scopes,
          actors.getIfAvailable(),
          properties.web(),
          beans);
    }

    @Bean
    ChatController adkChatController(
        @Qualifier("adkAiSdkAccess") ProtocolAccess access,
        ProtocolAgents agents,
        ProtocolTurns turns,
        ProtocolGates gates,
        ProtocolFiles files) {
      return new ChatController(access, agents, turns, gates, files);
    }

    @Bean
    ProtocolFiles adkProtocolFiles(ObjectProvider<ThreadHistory> history) {
      return new ProtocolFiles(history.getIfAvailable());
    }

    @Bean
    @TurnOutput
    AnswerExtras adkAnswerExtras(
        ObjectProvider<TurnEvents> events, ProtocolFiles files, AdkProperties properties) {
      return new AnswerExtras(
          events::getObject, files.canServe(), properties.web().aiSdk().sources());
    }

    @Bean
    GuardedPath adkAiSdkGuardedPath(
        @Qualifier("adkAiSdkAccess") ProtocolAccess access, AdkProperties properties) {
      return access.guard(String.valueOf(properties.web().aiSdk().path()), new ChatRules(access));
    }
  }

  /** AG-UI. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty("adk.web.ag-ui.path")
  @Import(ProtocolsConfiguration.class)
  static class AgUi {

    @Bean
    ProtocolAccess adkAgUiAccess(
        WebScopeResolver scopes,
        ObjectProvider<GateActors> actors,
        AdkProperties properties,
        ListableBeanFactory beans) {
      return ProtocolsConfiguration.access(
          RunController.CHANNEL,
          "adk.web.ag-ui.path",
          properties.web().agUi().path(),
          scopes,
          actors.getIfAvailable(),
          properties.web(),
          beans);
    }

    @Bean
    RunController adkRunController(
        @Qualifier("adkAgUiAccess") ProtocolAccess access,
        ProtocolAgents agents,
        ProtocolTurns turns,
        ProtocolGates gates,
        ObjectProvider<ThreadHistory> history,
        AdkProperties properties) {
      WebProperties.AgUi agUi = properties.web().agUi();
      return new RunController(
          access,
          agents,
          turns,
          gates,
          new ClientTools(agUi.clientTools(), agUi.clientToolTimeout()),
          history.getIfAvailable());
    }

    /** Last, after all entries that other middleware marks. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    @DispatchInput
    PageState adkPageState(ObjectProvider<TurnEvents> events, AdkProperties properties) {
      return new PageState(events::getObject, properties.web().agUi().state());
    }

    @Bean
    GuardedPath adkAgUiGuardedPath(
        @Qualifier("adkAgUiAccess") ProtocolAccess access, AdkProperties properties) {
      return access.guard(String.valueOf(properties.web().agUi().path()));
    }
  }

  /** Reads conversations stored in a database, for the protocols that show them. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "dev.adk4j.jdbc.ConversationHistory")
  static class History {

    @Bean
    @ConditionalOnBean(ConversationHistory.class)
    ThreadHistory adkThreadHistory(ConversationHistory history) {
      return (scope, limit) ->
          history.read(scope, limit).stream()
              .map(
                  entry ->
                      switch (entry) {
                        case ConversationEntry.Said said -> said.message();
                        case ConversationEntry.Reflected reflected -> reflected.thought();
                        case ConversationEntry.Called called -> called.toolCall();
                      })
              .toList();
    }
  }
}
