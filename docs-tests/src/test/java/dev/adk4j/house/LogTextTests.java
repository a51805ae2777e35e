package dev.adk4j.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.primitive.Identity;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaStashEntry;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Samples;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * What is logged by its {@code toString} never shows content. Only {@link Tokenizable} and {@link
 * JsonValue}, which are nothing but content, print it.
 */
class LogTextTests {

  private static final String CONTENT = "x-content-x";

  /** Components that hold a text which people, models or documents wrote. */
  private static final Set<String> CONTENTS =
      Set.of(
          "alt",
          "body",
          "comment",
          "content",
          "detail",
          "fragment",
          "heading",
          "query",
          "summary",
          "text",
          "textPreview",
          "title",
          "url");

  /** What an application wrote or configured, and numbers that a provider counted. */
  private static final Set<String> NO_CONTENT =
      Set.of(
          "ArtifactQuery.argsSchema",
          "Condition.operand",
          "Extract.parent",
          "FlushReport.pending",
          "GenerationStats.raw",
          "Raw.fragment",
          "Description.inputSchema",
          "Description.callbacks");

  private static final Map<Class<?>, Object> SAMPLES =
      Map.of(
          Media.class, Samples.image(),
          Memory.class, Samples.memory().build(),
          Message.class, Message.user("a"),
          Retrievable.class, Samples.retrievable().content("a").build(),
          Thought.class, Samples.thought().content("a").build(),
          ToolCall.class, Samples.call().build());

  @Test
  void noPrimitiveShowsItsContent() {
    Identity identity = Identity.of("i", CONTENT);
    Message message =
        Message.user(CONTENT).toBuilder().identity(identity).attachments(Samples.image()).build();
    Media media = Samples.image();
    media.stash().put("a", new MediaStashEntry(JsonValue.of(CONTENT), TrustTier.FIRST_PARTY));
    assertThat(
            Stream.<Object>of(
                identity,
                message,
                media,
                media.stash(),
                Samples.memory().content(CONTENT).build(),
                Samples.thought().content(CONTENT).build(),
                Samples.retrievable().content(CONTENT).build(),
                Samples.call()
                    .args(Map.of("a", CONTENT))
                    .results(ToolResults.text(CONTENT))
                    .build()))
        .noneMatch(value -> value.toString().contains(CONTENT));
  }

  @Test
  void noPublicRecordShowsContent() {
    List<Class<?>> records = PublicTypes.all().filter(Class::isRecord).toList();
    List<String> shown = new ArrayList<>();
    int filled = 0;
    for (Class<?> type : records) {
      for (RecordComponent component : type.getRecordComponents()) {
        String name = type.getSimpleName() + "." + component.getName();
        boolean checked = holds(component) && !NO_CONTENT.contains(name);
        Object value = checked ? make(type, component) : null;
        if (value != null) {
          filled++;
          if (value.toString().contains(CONTENT)) {
            shown.add(name);
          }
        }
      }
    }
    assertThat(shown).isEmpty();
    assertThat(filled).isGreaterThan(50);
  }

  private static boolean holds(RecordComponent component) {
    Class<?> type = component.getType();
    return type == JsonValue.class
        || type == JsonNode.class
        || type == Tokenizable.class
        || type == Object.class
        || (type == Map.class
            && component.getGenericType().getTypeName().contains("<java.lang.String"))
        || type == ToolResults.class
        || (type == String.class && CONTENTS.contains(component.getName()));
  }

  /** A record with content in one component. */
  private static Object make(Class<?> type, RecordComponent filled) {
    RecordComponent[] components = type.getRecordComponents();
    try {
      Constructor<?> constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new));
      constructor.setAccessible(true);
      Object[] values = new Object[components.length];
      for (int i = 0; i < values.length; i++) {
        values[i] =
            filled.getName().equals(components[i].getName())
                ? content(components[i].getType())
                : any(components[i].getGenericType());
      }
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw new AssertionError(type + " cannot be made for " + filled, e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static Object content(Class<?> type) {
    if (type == JsonValue.class) {
      return JsonValue.of(CONTENT);
    }
    if (type == JsonNode.class) {
      return JsonNodeFactory.instance.stringNode(CONTENT);
    }
    if (type == Tokenizable.class) {
      return Tokenizable.of(CONTENT);
    }
    if (type == Map.class) {
      return Map.of("k", CONTENT);
    }
    if (type == ToolResults.class) {
      return ToolResults.text(CONTENT);
    }
    return CONTENT;
  }

  private static @Nullable Object any(Type generic) {
    Class<?> type =
        generic instanceof ParameterizedType parameterized
            ? (Class<?>) parameterized.getRawType()
            : (Class<?>) (generic instanceof Class<?> raw ? raw : Object.class);
    if (type == boolean.class || type == Boolean.class) {
      return true;
    }
    if (type == int.class || type == Integer.class) {
      return 1;
    }
    if (type == long.class || type == Long.class) {
      return 1L;
    }
    if (type == double.class || type == Double.class) {
      return 0.5;
    }
    if (type == String.class) {
      return "spool:a";
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[0];
    }
    if (type == Instant.class) {
      return Instant.EPOCH;
    }
    if (type == Duration.class) {
      return Duration.ofSeconds(1);
    }
    if (type == BigDecimal.class) {
      return BigDecimal.ONE;
    }
    if (type == JsonValue.class) {
      return JsonValue.of(Map.of());
    }
    if (type == SortedSet.class) {
      return new TreeSet<>();
    }
    if (type == Set.class) {
      return Set.of();
    }
    if (type == List.class) {
      return List.of();
    }
    if (type == Map.class) {
      return Map.of();
    }
    if (type == Tokenizable.class) {
      return Tokenizable.of("a");
    }
    Object sample = SAMPLES.get(type);
    if (sample != null) {
      return sample;
    }
    if (type.isRecord()) {
      return make(type, NOTHING);
    }
    if (type.isInterface() && !type.isSealed()) {
      return Proxy.newProxyInstance(
          type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> null);
    }
    return null;
  }

  private record Nothing(int nothingOfThatName) {}

  private static final RecordComponent NOTHING = Nothing.class.getRecordComponents()[0];
}
