package dev.adk4j.boot.internal.diagnosis;

import dev.adk4j.boot.internal.condition.NearNames;
import dev.adk4j.boot.internal.properties.AgentProperties;
import dev.adk4j.value.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reads the configuration metadata of the properties under {@code adk}, to explain an invalid one.
 */
final class KnownProperties {

  static final String PREFIX = "adk.";

  /** The metadata of a map does not describe its values. */
  private static final Pattern OF_AN_AGENT = Pattern.compile("(adk\\.agents\\.[^.]+\\.)(.+)");

  private static final String METADATA = "META-INF/spring-configuration-metadata.json";

  /** Read once, with the first use of this class, since the class path does not change. */
  static final KnownProperties ALL = read();

  private final Map<String, JsonNode> byName = new LinkedHashMap<>();

  /** Deprecations of former properties, and of former groups, which are maps. */
  private final Map<ConfigurationPropertyName, JsonNode> removed = new HashMap<>();

  private KnownProperties() {}

  private static KnownProperties read() {
    KnownProperties known = new KnownProperties();
    try {
      ClassLoader loader = KnownProperties.class.getClassLoader();
      for (URL url : Collections.list(loader.getResources(METADATA))) {
        try (InputStream json = url.openStream()) {
          Json.read(new String(json.readAllBytes(), StandardCharsets.UTF_8))
              .path("properties")
              .valueStream()
              .filter(property -> property.path("name").asString("").startsWith(PREFIX))
              .forEach(known::add);
        } catch (JacksonException e) {
          // A file of another library; without it only the explanation is missing.
          continue;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return known;
  }

  private void add(JsonNode property) {
    String name = property.path("name").asString();
    if (property.has("deprecation")) {
      removed.put(ConfigurationPropertyName.of(name), property.get("deprecation"));
    } else {
      byName.put(name, property);
    }
  }

  /** Returns the replacement of a former property, or of the former group that it is in. */
  Optional<String> replacement(ConfigurationPropertyName name) {
    for (ConfigurationPropertyName at = name; !at.isEmpty(); at = at.getParent()) {
      JsonNode deprecation = removed.get(at);
      if (deprecation != null) {
        String below = name.toString().substring(at.toString().length());
        return Optional.of(
            deprecation.has("replacement")
                ? name + " is now " + deprecation.get("replacement").asString() + below + "."
                : name + " was removed. " + deprecation.path("reason").asString(""));
      }
    }
    return Optional.empty();
  }

  /** Returns the meaning and the default of the property. */
  Optional<String> explanation(String name) {
    JsonNode property = byName.get(name.replaceAll("\\[\\d+]$", ""));
    if (property == null) {
      return Optional.empty();
    }
    String description = property.path("description").asString("");
    JsonNode value = property.path("defaultValue");
    return Optional.of(
        value.isMissingNode() ? description : description + " Default: " + value.asString() + ".");
  }

  /** Returns true if there are properties below the first two elements of the name. */
  boolean hasGroupOf(String name) {
    String group = String.join(".", List.of(name.split("\\.", 3)).subList(0, 2)) + ".";
    return byName.keySet().stream().anyMatch(known -> (known + ".").startsWith(group));
  }

  /** Returns the nearest names, best first; empty if none is near. */
  List<String> near(String name) {
    Matcher agent = OF_AN_AGENT.matcher(name);
    if (agent.matches()) {
      return NearNames.of(agent.group(2), AgentProperties.names()).stream()
          .map(near -> agent.group(1) + near)
          .toList();
    }
    return NearNames.of(name, byName.keySet());
  }
}
