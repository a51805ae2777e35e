package dev.adk4j.answer;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.internal.JsonBinding;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.schema.JsonSchema;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A Java type that a model must answer with: one strict JSON schema, and the parser of the answer.
 * For executors, which find it in the stash of their dispatch; callers name a class or a {@link
 * TypeRef}. Immutable, thread-safe.
 *
 * <p>The schema is the same for every provider. Its root is an object: lists, maps, enums, scalars
 * and sealed types are its member {@code value}. Every property is required, optional ones accept
 * null, no others are allowed. Maps are lists of entries. The property {@code type} distinguishes
 * the classes of a sealed type.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class AnswerType<T> {

  /** Stash key of a turn for the type of its answer. */
  public static final String STASH_KEY = "adk.answer";

  /** Cached by the class, or by the class of the reference, which names its type. */
  private static final ClassValue<AnswerType<?>> KNOWN =
      new ClassValue<>() {
        @Override
        protected AnswerType<?> computeValue(Class<?> given) {
          return of(TypeRef.class.isAssignableFrom(given) ? TypeRef.named(given) : given);
        }
      };

  private static final JavaType ANY = AnswerJson.MAPPER.constructType(JsonNode.class);

  private final String name;
  private final JavaType type;
  private final boolean wrapped;
  private final JsonValue schema;
  private final JsonSchema check;

  private AnswerType(String name, JavaType type, AnswerSchema.Written written) {
    this.name = name;
    this.type = type;
    this.wrapped = written.wrapped();
    this.schema = JsonValue.of((JsonNode) written.schema());
    this.check = JsonSchema.of(JsonValue.of((JsonNode) AnswerCheck.of(written.schema())));
  }

  /**
   * @throws AdkException {@code E_INVALID_ANSWER_TYPE} with every component that the schema cannot
   *     express
   */
  @SuppressWarnings("unchecked") // the values were created from their classes
  public static <T> AnswerType<T> of(Class<T> type) {
    return (AnswerType<T>) KNOWN.get(type);
  }

  /**
   * @throws AdkException {@code E_INVALID_ANSWER_TYPE} with every component that the schema cannot
   *     express
   */
  @SuppressWarnings("unchecked")
  public static <T> AnswerType<T> of(TypeRef<T> type) {
    return (AnswerType<T>) KNOWN.get(type.getClass());
  }

  /**
   * Does the same for a type that is known at run time only, such as a method's.
   *
   * @throws AdkException {@code E_INVALID_ANSWER_TYPE} with every component that the schema cannot
   *     express
   */
  public static AnswerType<?> of(Type type) {
    JavaType java = AnswerJson.MAPPER.constructType(type);
    return new AnswerType<>(nameOf(java), java, AnswerSchema.of(java));
  }

  /**
   * Returns the type of this stored form: the same schema, read as JSON. Does not need the Java
   * type, so a turn resumes even if its class was renamed or does not exist here.
   *
   * @param stored the form that {@link #stored()} returned
   */
  public static AnswerType<JsonNode> ofStored(JsonValue stored) {
    JsonNode form = stored.node();
    return new AnswerType<>(
        form.path("name").stringValue(),
        ANY,
        new AnswerSchema.Written(
            (ObjectNode) form.path("schema"), form.path("wrapped").booleanValue()));
  }

  /** Returns the schema and its name, for a turn that resumes later. */
  public JsonValue stored() {
    return JsonValue.of(Map.of("name", name, "wrapped", wrapped, "schema", schema.node()));
  }

  /** Returns true if both request the same answer from a model. */
  public boolean hasSchemaOf(AnswerType<?> other) {
    return schema.equals(other.schema);
  }

  /** Returns the requested answer type of a turn or dispatch; null if any text is valid. */
  public static @Nullable AnswerType<?> in(Attributes stash) {
    return stash.get(STASH_KEY) instanceof AnswerType<?> type ? type : null;
  }

  /** Returns the schema for the model. */
  public JsonValue schema() {
    return schema;
  }

  /** Returns true if the type is recursive, so that its schema has references. */
  public boolean isRecursive() {
    return schema.node().has("$defs");
  }

  /**
   * Reads an answer, which is the only valid JSON value in the text: in a code block, among words,
   * in quotes.
   *
   * @throws AdkException {@code E_ANSWER_TYPE} with all violations, without the answer's text
   */
  public T read(String answer) {
    try {
      return only(answer);
    } catch (ValidationException e) {
      throw new AdkException(
          AdkErrorCode.E_ANSWER_TYPE,
          "The answer is not of the type " + this + ": " + e.getMessage() + ".",
          e);
    }
  }

  /** Reads the only valid value of a text. */
  private T only(String answer) {
    List<JsonNode> values = AnswerText.values(answer);
    if (values.isEmpty()) {
      return fitting(AnswerText.strictly(answer));
    }
    List<T> fitting = new ArrayList<>();
    ValidationException problem = null;
    for (JsonNode value : values) {
      try {
        fitting.add(bareOrNot(value));
      } catch (ValidationException e) {
        problem = e;
      }
      if (fitting.size() > 1) {
        throw AnswerText.wrong("several", "has two values that fit; give one of them");
      }
    }
    if (!fitting.isEmpty()) {
      return fitting.getFirst();
    }
    if (values.size() == 1 && values.getFirst().isString()) {
      return only(values.getFirst().stringValue());
    }
    throw Objects.requireNonNull(problem);
  }

  /** Accepts a value that is not an object also without its enclosing object. */
  private T bareOrNot(JsonNode value) {
    try {
      return fitting(value);
    } catch (ValidationException e) {
      if (!wrapped || value.has(AnswerSchema.WRAPPER)) {
        throw e;
      }
      try {
        return fitting(AnswerJson.MAPPER.createObjectNode().set(AnswerSchema.WRAPPER, value));
      } catch (ValidationException bare) {
        throw e;
      }
    }
  }

  private T fitting(JsonNode value) {
    JsonNode fitting = check.validate(value);
    JsonNode held = wrapped ? fitting.path(AnswerSchema.WRAPPER) : fitting;
    return bind(held.isMissingNode() ? NullNode.getInstance() : held);
  }

  private T bind(JsonNode value) {
    try {
      return JsonBinding.bind(AnswerJson.MAPPER, value, type);
    } catch (JacksonException e) {
      String path = JsonBinding.path(wrapped ? "$." + AnswerSchema.WRAPPER : "$", e);
      throw new ValidationException(path, "type", JsonBinding.reason(e, type));
    }
  }

  /**
   * Returns an answer with this value in a model's form; for executors that simulate a model. Give
   * a map as the list of its entries.
   */
  public String write(Object value) {
    JsonNode json =
        Json.read(
            (type == ANY ? AnswerJson.MAPPER.writer() : AnswerJson.MAPPER.writerFor(type))
                .writeValueAsString(value));
    return Json.write(
        wrapped ? AnswerJson.MAPPER.createObjectNode().set(AnswerSchema.WRAPPER, json) : json);
  }

  /** Returns a text with the schema, for a model that does not support strict schemas. */
  public String instruction() {
    return "Your final answer is read by a program. Answer with one JSON object that fits this"
        + " JSON schema, and with nothing else: no words before or after it, no code block.\n"
        + schema.text();
  }

  /**
   * Returns the text with which a model answers again after an invalid answer.
   *
   * @param problem the exception that {@link #read} threw
   */
  public String repair(AdkException problem) {
    String wrong =
        problem.getCause() instanceof ValidationException found
            ? found.violations().stream()
                .map(violation -> "- " + violation.path() + " " + violation.message())
                .collect(Collectors.joining("\n"))
            : "- " + problem.getMessage();
    return "Your answer above cannot be used:\n"
        + wrong
        + "\nGive the whole answer again, with all of that mended, as one JSON object that fits this"
        + " JSON schema. Everything you need was said before.\n"
        + schema.text();
  }

  /** Returns the type's name without packages. */
  @Override
  public String toString() {
    return name;
  }

  static String nameOf(JavaType type) {
    return type.toCanonical().replaceAll("[\\w.$]*[.$](?=\\w)", "");
  }
}
