package dev.adk4j.boot.protocol;

import dev.adk4j.boot.DispatchInput;
import dev.adk4j.boot.TurnOutput;
import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.WebProperties;
import dev.adk4j.client.AgentClient;
import dev.adk4j.jdbc.ConversationEntry;
import dev.adk4j.jdbc.ConversationHistory;
import dev.adk4j.web.internal.EndpointRules;
import dev.adk4j.web.internal.GuardedPath;
import dev.adk4j.web.internal.SealedCursors;
import dev.adk4j.web.internal.a2a.A2aCard;
import dev.adk4j.web.internal.a2a.A2aController;
import dev.adk4j.web.internal.a2a.A2aRules;
import dev.adk4j.web.internal.agui.ClientTools;
import dev.adk4j.web.internal.agui.PageState;
import dev.adk4j.web.internal.agui.RunController;
import dev.adk4j.web.internal.aisdk.AnswerExtras;
import dev.adk4j.web.internal.aisdk.ChatController;
import dev.adk4j.web.internal.aisdk.ChatRules;
import dev.adk4j.web.internal.openai.OpenAiController;
import dev.adk4j.web.internal.openai.OpenAiOptions;
import dev.adk4j.web.internal.openai.OpenAiRules;
import dev.adk4j.web.internal.protocol.CallbackSender;
import dev.adk4j.web.internal.protocol.Callbacks;
import dev.adk4j.web.internal.protocol.Protocol;
import dev.adk4j.web.internal.protocol.ProtocolFiles;
import dev.adk4j.web.internal.protocol.ThreadHistory;
import dev.adk4j.web.stream.TurnEvents;
import java.time.InstantSource;
import java.util.List;
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

/** Auto-configuration of the protocols other than MCP, each if its path is set. */
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
    Protocol adkAiSdkProtocol(AdkProperties properties, ListableBeanFactory beans) {
      return ProtocolsConfiguration.protocol(
          ChatController.CHANNEL, "adk.web.ai-sdk.path", properties.web().aiSdk().path(), beans);
    }

    @Bean
    ChatController adkChatController(
        @Qualifier("adkAiSdkProtocol") Protocol protocol, ProtocolFiles files) {
      return new ChatController(protocol, files);
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
        @Qualifier("adkAiSdkProtocol") Protocol protocol, AdkProperties properties) {
      return protocol.access().guard(properties.web().aiSdk().path(), new ChatRules());
    }
  }

  /** AG-UI. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty("adk.web.ag-ui.path")
  @Import(ProtocolsConfiguration.class)
  static class AgUi {

    @Bean
    Protocol adkAgUiProtocol(AdkProperties properties, ListableBeanFactory beans) {
      return ProtocolsConfiguration.protocol(
          RunController.CHANNEL, "adk.web.ag-ui.path", properties.web().agUi().path(), beans);
    }

    @Bean
    RunController adkRunController(
        @Qualifier("adkAgUiProtocol") Protocol protocol,
        ObjectProvider<ThreadHistory> history,
        AdkProperties properties) {
      WebProperties.AgUi agUi = properties.web().agUi();
      return new RunController(
          protocol,
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
        @Qualifier("adkAgUiProtocol") Protocol protocol, AdkProperties properties) {
      return protocol.access().guard(properties.web().agUi().path(), new EndpointRules() {});
    }
  }

  /** OpenAI's endpoints. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty("adk.web.openai.path")
  @Import(ProtocolsConfiguration.class)
  static class OpenAi {

    @Bean
    Protocol adkOpenAiProtocol(AdkProperties properties, ListableBeanFactory beans) {
      return ProtocolsConfiguration.protocol(
          "openai", "adk.web.openai.path", properties.web().openai().path(), beans);
    }

    @Bean
    OpenAiController adkOpenAiController(
        Protocol adkOpenAiProtocol,
        SealedCursors cursors,
        AdkProperties properties,
        ObjectProvider<InstantSource> clock) {
      WebProperties.OpenAi openAi = properties.web().openai();
      return new OpenAiController(
          adkOpenAiProtocol,
          cursors,
          new OpenAiOptions(openAi.conversationHeaders(), openAi.thoughts()),
          clock.getIfAvailable(InstantSource::system));
    }

    @Bean
    GuardedPath adkOpenAiGuardedPath(Protocol adkOpenAiProtocol, AdkProperties properties) {
      return adkOpenAiProtocol.access().guard(properties.web().openai().path(), new OpenAiRules());
    }
  }

  /** A2A, the protocol for other agents. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty("adk.web.a2a.path")
  @Import(ProtocolsConfiguration.class)
  static class A2a {

    @Bean
    Protocol adkA2aProtocol(AdkProperties properties, ListableBeanFactory beans) {
      return ProtocolsConfiguration.protocol(
          "a2a", "adk.web.a2a.path", properties.web().a2a().path(), beans);
    }

    @Bean
    A2aController adkA2aController(
        Protocol adkA2aProtocol,
        TurnEvents events,
        ObjectProvider<CallbackSender> sender,
        AdkProperties properties) {
      WebProperties.A2a a2a = properties.web().a2a();
      A2aCard cards =
          new A2aCard(properties::description, a2a.path(), a2a.url(), CardSigner.of(a2a));
      List<String> receivers = a2a.pushHosts();
      Callbacks push =
          receivers.isEmpty()
              ? null
              : new Callbacks(
                  sender.getIfAvailable(
                      () -> GuardedCallbacks.to(receivers, "adk.web.a2a.push-hosts")),
                  events);
      return new A2aController(adkA2aProtocol, events, cards, push);
    }

    @Bean
    GuardedPath adkA2aGuardedPath(Protocol adkA2aProtocol, AdkProperties properties) {
      return adkA2aProtocol.access().guard(properties.web().a2a().path(), new A2aRules());
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
