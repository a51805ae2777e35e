package dev.adk4j.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The properties that the jars of the class path document, ours and Spring Boot's. */
final class KnownProperties {

  private static final Map<String, String> TYPES = metadata();

  private KnownProperties() {}

  /** Listed itself, or below one that is a map. */
  static boolean contain(String name) {
    if (TYPES.containsKey(name)) {
      return true;
    }
    for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
      if (TYPES.getOrDefault(name.substring(0, dot), "").startsWith("java.util.Map")) {
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
