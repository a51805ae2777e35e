package dev.adk4j.boot;

import java.util.Map;
import java.util.TreeMap;
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

  /** Properties, or their common prefix, with the bean that reads them and its type. */
  private static final Map<String, String[]> READERS =
      new TreeMap<>(
          Map.of(
              "adk.guards", reader("adkGuards", "guard.Guards"),
              "adk.llm.approval", reader("adkToolApproval", "turn.ToolApproval"),
              "adk.llm.budget", reader("adkBudget", "prompt.budget.Budget"),
              "adk.llm.envelope", reader("adkPromptAssembler", "prompt.PromptAssembler"),
              "adk.llm.tool-search", reader("adkToolSearch", "vector.retrieval.ToolSearch"),
              "adk.retrieval.passage-tokens",
                  reader("adkDocumentSplitter", "vector.retrieval.DocumentSplitter"),
              "adk.retrieval.rerank", reader("adkReranker", "vector.retrieval.Reranker"),
              "adk.retrieval.rewrite", reader("adkQueryRewriter", "vector.retrieval.QueryRewriter"),
              "adk.skills", reader("adkSkills", "skill.Skills"),
              "adk.turn.hydrate", reader("adkHydrateTurn", "turn.HydrateTurn")));

  private ReplacedBeans() {}

  private static String[] reader(String bean, String type) {
    return new String[] {bean, "dev.adk4j." + type};
  }

  static void warn(ConfigurableListableBeanFactory beans, Environment environment) {
    READERS.forEach(
        (properties, reader) -> {
          if (isSet(properties, environment)
              && !beans.containsBeanDefinition(reader[0])
              && ClassUtils.isPresent(reader[1], beans.getBeanClassLoader())) {
            Class<?> type = ClassUtils.resolveClassName(reader[1], beans.getBeanClassLoader());
            for (String own : beans.getBeanNamesForType(type, true, false)) {
              log.warn(
                  "{} has no effect because the bean '{}' replaces the {} that reads it. Remove "
                      + "the bean to use the properties, or remove the properties.",
                  properties,
                  own,
                  type.getSimpleName());
            }
          }
        });
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
