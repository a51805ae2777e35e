package dev.adk4j.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The properties that the jars of the class path document, ours and Spring Boot's. */
final class KnownProperties {

  private static final Map<String, String> TYPES = metadata();

  private KnownProperties() {}

  /**
   * Names of modules that the samples cannot have on their class path: those bring
   * auto-configurations that want keys and servers.
   */
  private static final Set<String> ELSEWHERE =
      Set.copyOf(Repository.list("spring-ai-properties.txt"));

  /** Listed itself, or below one that is a map or a list. */
  static boolean contain(String indexed) {
    String name = indexed.replaceAll("\\[[^]]*]", "");
    if (TYPES.containsKey(name) || ELSEWHERE.contains(name)) {
      return true;
    }
    for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
      String type = TYPES.getOrDefault(name.substring(0, dot), "");
      if (type.startsWith("java.util.Map") || type.startsWith("java.util.List")) {
        return true;
      }
    }
    return false;
  }

  /** Whether properties are listed below the name. */
  static boolean containBelow(String name) {
    return TYPES.keySet().stream().anyMatch(known -> known.startsWith(name + "."));
  }

  private static Map<String, String> metadata() {
    Map<String, String> types = new TreeMap<>();
    for (String prefix : List.of("", "additional-")) {
      try {
        var found =
            KnownProperties.class
                .getClassLoader()
                .getResources("META-INF/" + prefix + "spring-configuration-metadata.json");
        for (URL url : Collections.list(found)) {
          try (InputStream in = url.openStream()) {
            for (JsonNode property : JsonMapper.shared().readTree(in).path("properties")) {
              if (property.path("deprecation").path("level").asString("").equals("error")) {
                continue;
              }
              types.put(property.path("name").asString(), property.path("type").asString(""));
            }
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return types;
  }
}
