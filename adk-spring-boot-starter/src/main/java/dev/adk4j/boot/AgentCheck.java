package dev.adk4j.boot;

import dev.adk4j.boot.internal.condition.NearNames;
import dev.adk4j.boot.internal.properties.AgentProperties;
import dev.adk4j.boot.internal.properties.LlmProperties;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.ClassUtils;

/** Checks the chat model names of agents, by bean definition, before any bean is created. */
final class AgentCheck {

  private static final Logger log = LoggerFactory.getLogger(AgentCheck.class);

  private static final String CHAT_MODEL = "org.springframework.ai.chat.model.ChatModel";

  /** Parts of the names of Spring AI's starters. */
  private static final List<String> PROVIDERS =
      List.of(
          "anthropic",
          "openai",
          "ollama",
          "mistral-ai",
          "google-genai",
          "deepseek",
          "bedrock-converse");

  private AgentCheck() {}

  static void check(
      ConfigurableListableBeanFactory beanFactory,
      Map<String, AgentProperties> agents,
      List<LlmProperties.Fallback.Model> fallback) {
    if (agents.isEmpty() && fallback.isEmpty()) {
      return;
    }
    List<String> models = models(beanFactory);
    check("adk.llm.fallback.models", fallback, models);
    agents.forEach((name, agent) -> check(name, agent, models));
    List<String> without =
        agents.entrySet().stream()
            .filter(
                entry -> entry.getValue().tools() == null && entry.getValue().agents().isEmpty())
            .map(Map.Entry::getKey)
            .toList();
    if (AgentBeans.nameTheirTools(agents) && !without.isEmpty()) {
      log.info(
          "With several agents, each has only the tools that its property tools names. Without tools: {}.",
          String.join(", ", without));
    }
  }

  private static void check(String name, AgentProperties agent, List<String> models) {
    check("adk.agents." + name + ".chat-model", agent.chatModel(), models);
    if (agent.fallback() != null) {
      check("adk.agents." + name + ".fallback", agent.fallback(), models);
    }
    String model = agent.model();
    if (model != null && models.contains(model)) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.agents." + name + ".model",
          model,
          "must be the name of a provider's model, but this is a ChatModel bean: set it as "
              + "adk.agents."
              + name
              + ".chat-model");
    }
  }

  private static void check(
      String property, List<LlmProperties.Fallback.Model> fallback, List<String> models) {
    for (int i = 0; i < fallback.size(); i++) {
      check(property + "[" + i + "].chat-model", fallback.get(i).chatModel(), models);
    }
  }

  private static void check(String property, @Nullable String chosen, List<String> models) {
    if (chosen != null && !models.contains(chosen)) {
      List<String> near = NearNames.of(chosen, models);
      throw new InvalidConfigurationPropertyValueException(
          property,
          chosen,
          "must be the name of a ChatModel bean"
              + (near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?")
              + "; known are "
              + (models.isEmpty() ? "none" : String.join(", ", models))
              + ". Each provider has its own starter: add "
              + starter(chosen));
    }
  }

  private static String starter(String model) {
    String plain = model.toLowerCase(Locale.ROOT);
    return "org.springframework.ai:spring-ai-starter-model-"
        + PROVIDERS.stream()
            .filter(provider -> plain.startsWith(provider.replaceAll("-.*", "")))
            .findFirst()
            .orElse("openai, for example");
  }

  private static List<String> models(ConfigurableListableBeanFactory beanFactory) {
    ClassLoader classes = beanFactory.getBeanClassLoader();
    return ClassUtils.isPresent(CHAT_MODEL, classes)
        ? List.of(
            beanFactory.getBeanNamesForType(
                ClassUtils.resolveClassName(CHAT_MODEL, classes), true, false))
        : List.of();
  }
}
