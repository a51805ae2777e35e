package dev.adk4j.tool;

import dev.adk4j.error.Violations;
import dev.adk4j.internal.JsonBinding;
import dev.adk4j.value.Json;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Converts between Java values and a tool's JSON. */
final class ToolJson {

  static final JsonMapper MAPPER = Json.mapper();

  private static final ObjectWriter INDENTED = MAPPER.writer().with(printer());

  private ToolJson() {}

  static JavaType type(Type type) {
    return MAPPER.constructType(type);
  }

  static <T> T bind(JsonNode args, JavaType type) {
    return JsonBinding.bind(MAPPER, args, type);
  }

  /** Adds a violation if the value matches the schema but not the type. */
  static void tryBind(JsonNode value, JavaType type, String path, Violations violations) {
    try {
      bind(value, type);
    } catch (JacksonException e) {
      violations.add(JsonBinding.path(path, e), "type", JsonBinding.reason(e, type));
    }
  }

  /**
   * Writes each array element and each member on its own line, so that artifact queries can address
   * them.
   */
  static String indented(@Nullable Object value) {
    return INDENTED.writeValueAsString(value);
  }

  private static DefaultPrettyPrinter printer() {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    return new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                .withObjectEmptySeparator("")
                .withArrayEmptySeparator(""))
        .withObjectIndenter(indenter)
        .withArrayIndenter(indenter);
  }
}
