package dev.adk4j.internal;

import dev.adk4j.error.Violation;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.databind.json.JsonMapper;

/** Reads Java values from JSON trees that fit their schemas, and says why one could not be read. */
public final class JsonBinding {

  private JsonBinding() {}

  public static <T> T bind(JsonMapper mapper, JsonNode value, JavaType type) {
    return mapper.readerFor(type).readValue(new FiniteNumbers(mapper.treeAsTokens(value)));
  }

  /** Never quotes the value, as Jackson's own message would. */
  public static String reason(JacksonException e, JavaType type) {
    Throwable cause = e.getCause();
    if (e instanceof ValueInstantiationException && cause != null && cause.getMessage() != null) {
      return "is refused: " + cause.getMessage();
    }
    Class<?> wanted =
        switch (e) {
          case MismatchedInputException mismatched -> mismatched.getTargetType();
          case InputCoercionException outOfRange -> outOfRange.getTargetType();
          default -> null;
        };
    return "cannot be read as " + (wanted == null ? type.getRawClass() : wanted).getSimpleName();
  }

  /** The place of the value that could not be read, below {@code path}. */
  public static String path(String path, JacksonException e) {
    String at = path;
    for (JacksonException.Reference step : e.getPath()) {
      String name = step.getPropertyName();
      if (name != null) {
        at = Violation.member(at, name);
      } else if (step.getIndex() >= 0) {
        at = Violation.element(at, step.getIndex());
      }
    }
    return at;
  }
}
