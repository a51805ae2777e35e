package dev.adk4j.answer;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A Java type that a model is asked to answer with: one strict JSON schema, and the reading of the
 * answer. For executors, which find it in the stash of their dispatch; whoever asks names a class
 * or a {@link TypeRef}. Immutable, thread-safe.
 *
 * <p>The schema is the same for every provider. Its root is an object: lists, maps, enums, scalars
 * and sealed types are its member {@code value}. Every property is required, optional ones take
 * null, no others are allowed. Maps are lists of entries. The classes of a sealed type are told
 * apart by the property {@code type}.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class AnswerType<T> {

  /** The key under which a turn's stash holds the type of its answer. */
  public static final String STASH_KEY = "adk.answer";

  private static final ClassValue<AnswerType<?>> CLASSES =
      new ClassValue<>() {
        @Override
        protected AnswerType<?> computeValue(Class<?> type) {
          return of((Type) type);
        }
      };

  /** By the class of the reference, which names its type. */
  private static final ClassValue<AtomicReference<@Nullable AnswerType<?>>> REFERENCES =
      new ClassValue<>() {
        @Override
        protected AtomicReference<@Nullable AnswerType<?>> computeValue(Class<?> reference) {
          return new AtomicReference<>();
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
   * @throws AdkException {@code E_INVALID_ANSWER_TYPE} naming every component that a model cannot
   *     be asked for
   */
  @SuppressWarnings("unchecked") // the values were made of their classes
  public static <T> AnswerType<T> of(Class<T> type) {
    return (AnswerType<T>) CLASSES.get(type);
  }

  /**
   * @throws AdkException {@code E_INVALID_ANSWER_TYPE} naming every component that a model cannot
   *     be asked for
   */
  @SuppressWarnings("unchecked")
  public static <T> AnswerType<T> of(TypeRef<T> type) {
    AtomicReference<@Nullable AnswerType<?>> known = REFERENCES.get(type.getClass());
    AnswerType<?> made = known.get();
    if (made == null) {
      made = of(type.type());
      known.set(made);
    }
    return (AnswerType<T>) made;
  }

  /**
   * The same for a type that is known at run time only, such as a method's.
   *
   * @throws AdkException {@code E_INVALID_ANSWER_TYPE} naming every component that a model cannot
   *     be asked for
   */
  public static AnswerType<?> of(Type type) {
    JavaType java = AnswerJson.MAPPER.constructType(type);
    return new AnswerType<>(nameOf(java), java, AnswerSchema.of(java));
  }

  /**
   * Returns the type of this stored form: the same schema, read as JSON. The Java type is not
   * needed, so a turn goes on also where its class was renamed or never was.
   *
   * @param stored as {@link #stored()} returned it
   */
  public static AnswerType<JsonNode> ofStored(JsonValue stored) {
    JsonNode form = stored.node();
    return new AnswerType<>(
        form.path("name").stringValue(),
        ANY,
        new AnswerSchema.Written(
            (ObjectNode) form.path("schema"), form.path("wrapped").booleanValue()));
  }

  /** Returns the schema and its name, for a turn that goes on later. */
  public JsonValue stored() {
    return JsonValue.of(Map.of("name", name, "wrapped", wrapped, "schema", schema.node()));
  }

  /** Returns true if both ask a model for the same. */
  public boolean hasSchemaOf(AnswerType<?> other) {
    return schema.equals(other.schema);
  }

  /** The type that a turn or dispatch was asked to answer with; null where any text will do. */
  public static @Nullable AnswerType<?> in(Attributes stash) {
    return stash.get(STASH_KEY) instanceof AnswerType<?> type ? type : null;
  }

  /** The schema that a model is given. */
  public JsonValue schema() {
    return schema;
  }

  /** The same without definitions, for a tool whose arguments are the answer. */
  public JsonValue toolSchema() {
    return JsonValue.of(InlineReferences.of(schema.node()));
  }

  /** Returns true where the type contains itself, so that its schema has references. */
  public boolean isRecursive() {
    return schema.node().has("$defs");
  }

  /**
   * Reads an answer, which is the one JSON value in the text that fits: in a code block, among
   * words, in quotes.
   *
   * @throws AdkException {@code E_ANSWER_TYPE} naming all that is wrong, never what was answered
   */
  public T read(String answer) {
    try {
      return only(answer);
    } catch (ValidationException e) {
      throw AdkException.of(AdkErrorCode.E_ANSWER_TYPE)
          .message("The answer is not of the type " + this + ": " + e.getMessage() + ".")
          .cause(e)
          .build();
    }
  }

  /** Reads the one value of a text that fits. */
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
        throw AnswerText.wrong("several", "is given by two values that fit; give one of them");
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

  /** Takes what is no object by itself also without the object around it. */
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
    return bind(wrapped ? fitting.path(AnswerSchema.WRAPPER) : fitting);
  }

  private T bind(JsonNode value) {
    try {
      return JsonBinding.bind(AnswerJson.MAPPER, value, type);
    } catch (JacksonException e) {
      String path = JsonBinding.path(wrapped ? "$." + AnswerSchema.WRAPPER : "$", e);
      throw new ValidationException(
          List.of(new Violation(path, "type", JsonBinding.reason(e, type))));
    }
  }

  /**
   * Returns an answer with this value, as a model writes it; for executors that play a model. A map
   * has to be given as the list of its entries.
   */
  public String write(Object value) {
    JsonNode json =
        Json.read(
            (type == ANY ? AnswerJson.MAPPER.writer() : AnswerJson.MAPPER.writerFor(type))
                .writeValueAsString(value));
    return Json.write(
        wrapped ? AnswerJson.MAPPER.createObjectNode().set(AnswerSchema.WRAPPER, json) : json);
  }

  /** Returns the text that tells the schema to a model that cannot be bound to it. */
  public String instruction() {
    return "Your final answer is read by a program. Answer with one JSON object that fits this"
        + " JSON schema, and with nothing else: no words before or after it, no code block.\n"
        + schema.text();
  }

  /**
   * Returns the text that a model is given after its wrong answer, to answer once more.
   *
   * @param problem as {@link #read} threw it
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

  /** The type's name without packages. */
  @Override
  public String toString() {
    return name;
  }

  static String nameOf(JavaType type) {
    return type.toCanonical().replaceAll("[\\w.$]*[.$](?=\\w)", "");
  }
}
