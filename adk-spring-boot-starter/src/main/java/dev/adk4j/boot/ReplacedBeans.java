package dev.adk4j.boot;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Warns of properties without effect because the application has its own bean instead. */
final class ReplacedBeans {

  private static final Logger log = LoggerFactory.getLogger(ReplacedBeans.class);

  /**
   * Reader of properties.
   *
   * @param properties their name, or their common prefix
   * @param bean name of the library's bean
   * @param type its type, in a package of the library that may be missing
   */
  private record Reader(String properties, String bean, String type) {}

  private static final List<Reader> READERS =
      List.of(
          new Reader("adk.guards", "adkGuards", "guard.Guards"),
          new Reader("adk.llm.approval", "adkToolApproval", "turn.ToolApproval"),
          new Reader("adk.llm.budget", "adkBudget", "prompt.budget.Budget"),
          new Reader("adk.llm.envelope", "adkPromptAssembler", "prompt.PromptAssembler"),
          new Reader("adk.llm.tool-search", "adkToolSearch", "vector.retrieval.ToolSearch"),
          new Reader(
              "adk.retrieval.passage-tokens",
              "adkDocumentSplitter",
              "vector.retrieval.DocumentSplitter"),
          new Reader("adk.retrieval.rerank", "adkReranker", "vector.retrieval.Reranker"),
          new Reader("adk.retrieval.rewrite", "adkQueryRewriter", "vector.retrieval.QueryRewriter"),
          new Reader("adk.skills", "adkSkills", "skill.Skills"),
          new Reader("adk.turn.hydrate", "adkHydrateTurn", "turn.HydrateTurn"));

  private ReplacedBeans() {}

  static void warn(ConfigurableListableBeanFactory beans, Environment environment) {
    for (Reader reader : READERS) {
      String type = "dev.adk4j." + reader.type();
      if (isSet(reader.properties(), environment)
          && !beans.containsBeanDefinition(reader.bean())
          && ClassUtils.isPresent(type, beans.getBeanClassLoader())) {
        warn(
            reader.properties(),
            ClassUtils.resolveClassName(type, beans.getBeanClassLoader()),
            beans);
      }
    }
  }

  private static void warn(
      String properties, Class<?> type, ConfigurableListableBeanFactory beans) {
    for (String own : beans.getBeanNamesForType(type, true, false)) {
      log.warn(
          "{} has no effect because the bean '{}' replaces the {} that reads it. Remove the bean"
              + " to use the properties, or remove the properties.",
          properties,
          own,
          type.getSimpleName());
    }
  }

  private static boolean isSet(String properties, Environment environment) {
    ConfigurationPropertyName name = ConfigurationPropertyName.of(properties);
    for (var source : ConfigurationPropertySources.get(environment)) {
      if (source.getConfigurationProperty(name) != null
          || source.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT) {
        return true;
      }
    }
    return false;
  }
}
