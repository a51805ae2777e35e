package dev.adk4j.boot.internal.diagnosis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * Finds properties that are set under a former name. A row moves a property and all properties
 * below it to another name, or to the place that its text describes; the first matching row
 * applies. A row with the same name twice keeps the property.
 */
public final class RenamedProperties {

  private static final Map<String, String> ROWS = rows();

  private RenamedProperties() {}

  private static Map<String, String> rows() {
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put(
        "adk.llm.context.compact.summarise-at-tokens",
        "adk.llm.context.summary.summarize-at-tokens");
    rows.put("adk.llm.context.compact", "adk.llm.context.summary");
    rows.put("adk.llm.context.thrift", "adk.llm.context.trim");
    rows.put("adk.durable.protocols", "adk.durable.protocols");
    rows.put("adk.jpa.entities", "adk.jpa.entities");
    rows.put("adk.jpa", "adk.jdbc");
    rows.put(
        "adk.llm.options",
        "Spring AI's spring.ai.<provider>.chat.*, such as spring.ai.openai.chat.temperature");
    rows.put("adk.llm.retry", "Spring AI's spring.ai.retry.*, or a RetryOptions bean");
    rows.put(
        "adk.llm.fallback.circuit-breaker",
        "resilience4j.circuitbreaker.* of Resilience4j's starter, or a CircuitBreakerRegistry bean");
    patched(rows, "auto-ack", "autoAck");
    patched(rows, "strict-tool-choice", "strictToolChoice");
    patched(rows, "group-parallel-tool-calls", "groupParallelToolCalls");
    patched(rows, "reasoning-sources", "reasoningSources");
    patched(rows, "self-identity", "prompt.selfIdentity");
    patched(rows, "bucket-order", "prompt.bucketOrder");
    patched(rows, "thought-surfacing", "prompt.thoughtSurfacing");
    patched(rows, "replay-compatibility", "prompt.replayCompatibility");
    patched(rows, "stash-fallback-keys", "prompt.unsupportedMedia");
    patched(rows, "assistant-media", "prompt.assistantMedia");
    patched(rows, "trailing-assistant", "prompt.trailingAssistant");
    patched(rows, "envelope.neutralize", "prompt.neutralization");
    patched(rows, "envelope.neutralise", "prompt.neutralization");
    String injection = "an InjectionSettings bean";
    rows.put("adk.memory.injection.lifetime", injection);
    rows.put("adk.memory.injection.merge", injection);
    rows.put("adk.memory.injection.dedupe", injection);
    rows.put("adk.memory.scoring.half-life", "a MemoryScorer bean");
    rows.put("adk.memory.scoring.unknown-importance", "a MemoryScorer bean");
    rows.put("adk.memory.scoring", injection);
    rows.put("adk.memory.search-tool.enabled", "adk.memory.search-tool.enabled");
    rows.put("adk.memory.search-tool", "a SearchToolSettings bean");
    rows.put("adk.memory.add-tool.enabled", "adk.memory.add-tool.enabled");
    rows.put("adk.memory.add-tool", "an AddToolSettings bean");
    String extraction = "an ExtractionSettings bean";
    rows.put("adk.memory.extraction.on-parse-failure", "adk.memory.extraction.on-parse-failure");
    rows.put("adk.memory.extraction", extraction);
    rows.put("adk.memory.journal.max-age", extraction);
    rows.put("adk.memory.journal.orphan-retention", extraction);
    for (String kind : List.of("messages", "thoughts", "tool-calls", "memories", "retrievables")) {
      rows.put(
          "adk.jdbc." + kind + ".fetch-limit",
          "a JdbcStorageOptions bean; the property adk.jdbc.fetch-limit applies to all kinds");
    }
    rows.put("adk.llm.envelope.nonce-mode", "a NonceSource bean, NonceSource.recordId(…)");
    rows.put("adk.llm.reasoning-lone-closers", "a ReasoningParser bean, ReasoningParsers.named(…)");
    return rows;
  }

  private static void patched(Map<String, String> rows, String old, String option) {
    rows.put("adk.llm." + old, "the option " + option + " of an LlmOptionsPatch bean");
  }

  /**
   * Fails if a property has a former name in any property source.
   *
   * @throws RenamedPropertiesException if there is such a property; contains every one, its origin
   *     and its new name
   */
  public static void check(Environment environment) {
    Map<ConfigurationProperty, String> found = new LinkedHashMap<>();
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      ROWS.forEach((old, now) -> collect(source, ConfigurationPropertyName.of(old), now, found));
    }
    found.entrySet().removeIf(e -> e.getKey().getName().toString().equals(e.getValue()));
    if (!found.isEmpty()) {
      throw new RenamedPropertiesException(found);
    }
  }

  private static void collect(
      ConfigurationPropertySource source,
      ConfigurationPropertyName old,
      String now,
      Map<ConfigurationProperty, String> found) {
    // Looked up by name first: environment variables are not listed with their dashes.
    ConfigurationProperty same = source.getConfigurationProperty(old);
    if (same != null) {
      found.put(same, now);
    }
    if (!(source instanceof IterableConfigurationPropertySource all)) {
      return;
    }
    for (ConfigurationPropertyName name : below(old, all)) {
      ConfigurationProperty property = all.getConfigurationProperty(name);
      if (property != null && found.keySet().stream().noneMatch(p -> isSame(p, property))) {
        String rest = name.toString().substring(old.toString().length());
        found.put(property, now.startsWith(KnownProperties.PREFIX) ? now + rest : now);
      }
    }
  }

  private static List<ConfigurationPropertyName> below(
      ConfigurationPropertyName old, IterableConfigurationPropertySource source) {
    List<ConfigurationPropertyName> names = new ArrayList<>();
    source.stream().filter(old::isAncestorOf).forEach(names::add);
    return names;
  }

  private static boolean isSame(ConfigurationProperty one, ConfigurationProperty other) {
    return one.getSource() == other.getSource()
        && (one.getName().equals(other.getName())
            || one.getOrigin() != null && one.getOrigin().equals(other.getOrigin()));
  }
}
