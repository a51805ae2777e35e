package dev.adk4j.boot.door;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.AdkProperties;
import dev.adk4j.boot.DispatchInput;
import dev.adk4j.boot.TurnOutput;
import dev.adk4j.boot.condition.ConditionalOnSwitch;
import dev.adk4j.boot.gate.config.AdkGatesAutoConfiguration;
import dev.adk4j.boot.gate.config.AdkStoredTurnsAutoConfiguration;
import dev.adk4j.boot.jdbc.AdkJdbcStorageAutoConfiguration;
import dev.adk4j.boot.stream.AdkStreamAutoConfiguration;
import dev.adk4j.boot.web.AdkWebAutoConfiguration;
import dev.adk4j.client.AgentClient;
import dev.adk4j.jdbc.ConversationEntry;
import dev.adk4j.jdbc.ConversationHistory;
import dev.adk4j.web.WebScopeResolver;
import dev.adk4j.web.agui.ClientTools;
import dev.adk4j.web.agui.PageState;
import dev.adk4j.web.agui.RunController;
import dev.adk4j.web.aisdk.AnswerExtras;
import dev.adk4j.web.aisdk.ChatController;
import dev.adk4j.web.aisdk.ChatDoorway;
import dev.adk4j.web.door.DoorAgents;
import dev.adk4j.web.door.DoorFiles;
import dev.adk4j.web.door.DoorGates;
import dev.adk4j.web.door.DoorKeeper;
import dev.adk4j.web.door.DoorTurns;
import dev.adk4j.web.door.ThreadHistory;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.internal.GuardedPath;
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

/** Auto-configuration of the doors for the protocols of others, each if its path is set. */
@AutoConfiguration(
    after = {
      AdkAutoConfiguration.class,
      AdkJdbcStorageAutoConfiguration.class,
      AdkStreamAutoConfiguration.class,
      AdkGatesAutoConfiguration.class,
      AdkStoredTurnsAutoConfiguration.class,
      AdkWebAutoConfiguration.class
    })
@ConditionalOnClass(name = "org.springframework.web.servlet.mvc.method.annotation.SseEmitter")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnSwitch(defaultOn = "adk.enabled")
@ConditionalOnBean({AgentClient.class, TurnEvents.class})
public final class AdkDoorsAutoConfiguration {

  /** The door for the AI SDK. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty("adk.web.ai-sdk.path")
  @Import(DoorsConfiguration.class)
  static class AiSdk {

    @Bean
    DoorKeeper adkAiSdkKeeper(
        WebScopeResolver scopes,
        ObjectProvider<GateActors> actors,
        AdkProperties properties,
        ListableBeanFactory beans) {
      return DoorsConfiguration.keeper(
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
        @Qualifier("adkAiSdkKeeper") DoorKeeper keeper,
        DoorAgents agents,
        DoorTurns turns,
        DoorGates gates,
        DoorFiles files) {
      return new ChatController(keeper, agents, turns, gates, files);
    }

    @Bean
    DoorFiles adkDoorFiles(ObjectProvider<ThreadHistory> history) {
      return new DoorFiles(history.getIfAvailable());
    }

    @Bean
    @TurnOutput
    AnswerExtras adkAnswerExtras(
        ObjectProvider<TurnEvents> events, DoorFiles files, AdkProperties properties) {
      return new AnswerExtras(
          events::getObject, files.canServe(), properties.web().aiSdk().sources());
    }

    @Bean
    GuardedPath adkAiSdkGuardedPath(
        @Qualifier("adkAiSdkKeeper") DoorKeeper keeper, AdkProperties properties) {
      return keeper.guard(String.valueOf(properties.web().aiSdk().path()), new ChatDoorway(keeper));
    }
  }

  /** The door for AG-UI. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty("adk.web.ag-ui.path")
  @Import(DoorsConfiguration.class)
  static class AgUi {

    @Bean
    DoorKeeper adkAgUiKeeper(
        WebScopeResolver scopes,
        ObjectProvider<GateActors> actors,
        AdkProperties properties,
        ListableBeanFactory beans) {
      return DoorsConfiguration.keeper(
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
        @Qualifier("adkAgUiKeeper") DoorKeeper keeper,
        DoorAgents agents,
        DoorTurns turns,
        DoorGates gates,
        ObjectProvider<ThreadHistory> history,
        AdkProperties properties) {
      AdkProperties.AgUi agUi = properties.web().agUi();
      return new RunController(
          keeper,
          agents,
          turns,
          gates,
          new ClientTools(agUi.clientTools(), agUi.clientToolTimeout()),
          history.getIfAvailable());
    }

    /** Last, so that what other middleware marks is there. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    @DispatchInput
    PageState adkPageState(ObjectProvider<TurnEvents> events, AdkProperties properties) {
      return new PageState(events::getObject, properties.web().agUi().state());
    }

    @Bean
    GuardedPath adkAgUiGuardedPath(
        @Qualifier("adkAgUiKeeper") DoorKeeper keeper, AdkProperties properties) {
      return keeper.guard(String.valueOf(properties.web().agUi().path()));
    }
  }

  /** Reads conversations that are stored in a database, for the doors that show them. */
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
