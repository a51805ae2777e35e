package dev.adk4j.boot.llm;

import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.springai.tool.SpringAiTools;
import dev.adk4j.tool.ToolProvider;
import java.util.stream.Stream;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration that converts Spring AI's tool callbacks, including those of MCP servers, to
 * tools. Runs after the configuration of callbacks.
 */
@AutoConfiguration
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnClass({SpringAiTools.class, ToolCallback.class})
@ConditionalOnSwitch(defaultOn = {"adk.enabled", "adk.llm.tool-callbacks"})
@Conditional(AdkToolCallbackAutoConfiguration.AnyToolCallback.class)
final class AdkToolCallbackAutoConfiguration {

  static final int OFFER = -900;

  @Bean
  LeftOutTools adkLeftOutTools() {
    return new LeftOutTools();
  }

  @Bean
  ToolProvider adkToolCallbacks(
      ObjectProvider<ToolCallback> callbacks,
      ObjectProvider<ToolCallbackProvider> providers,
      LeftOutTools adkLeftOutTools) {
    ToolCallbackProvider single = () -> callbacks.orderedStream().toArray(ToolCallback[]::new);
    return SpringAiTools.provider(
        () -> Stream.concat(Stream.of(single), providers.orderedStream()).toList(),
        adkLeftOutTools);
  }

  /** Before the application's own middleware, which may hide tools. */
  @Bean
  @Order(OFFER)
  @ConditionalOnMissingBean
  OfferToolCallbacks adkOfferToolCallbacks(
      @Qualifier("adkToolCallbacks") ToolProvider adkToolCallbacks) {
    return new OfferToolCallbacks(adkToolCallbacks);
  }

  /** Matches either kind of bean. */
  static final class AnyToolCallback extends AnyNestedCondition {

    AnyToolCallback() {
      super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnBean(ToolCallback.class)
    static final class OfOne {}

    @ConditionalOnBean(ToolCallbackProvider.class)
    static final class OfMany {}
  }
}
