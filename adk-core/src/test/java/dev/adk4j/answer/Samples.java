package dev.adk4j.answer;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Types that people ask models for, and some that they should not. */
final class Samples {

  private Samples() {}

  record Item(String name, BigDecimal price) {}

  record Order(UUID id, LocalDate day, List<Item> items, Status status) {}

  enum Status {
    OPEN,
    PAID,
    @JsonProperty("sent-off")
    SENT
  }

  enum Level {
    LOW(1),
    HIGH(2);

    private final int number;

    Level(int number) {
      this.number = number;
    }

    @JsonValue
    int number() {
      return number;
    }
  }

  enum Nothing {}

  record Optionals(
      Optional<String> text,
      OptionalInt whole,
      OptionalLong large,
      OptionalDouble number,
      @Nullable Item item,
      Optional<List<Item>> items) {}

  record Primitives(boolean flag, int whole, long large, short small, float f, double d, char c) {}

  @JsonClassDescription("Where somebody lives.")
  record Annotated(
      @JsonProperty("post_code") @JsonPropertyDescription("Five digits.") String postCode,
      @JsonPropertyDescription("When it is due.") @JsonFormat(pattern = "dd.MM.yyyy") LocalDate due,
      @JsonIgnore @Nullable String secret) {}

  record Stock(Map<String, Integer> counts, Map<Status, List<Item>> byStatus) {}

  record Page<T>(List<T> content, @Nullable Integer next) {}

  record Box<T>(T value) {}

  record Growing<T>(T value, @Nullable Growing<List<T>> more) {}

  sealed interface Answer permits Found, Missing {}

  record Found(int number, Item item) implements Answer {}

  record Missing(@Nullable String reason) implements Answer {}

  sealed interface Result<T> permits Ok, Failed {}

  record Ok<T>(T it) implements Result<T> {}

  record Failed<T>(String why) implements Result<T> {}

  /** With a sealed type in a sealed type, which contains the first. */
  sealed interface Expression permits Number, Operation {}

  record Number(int number) implements Expression {}

  sealed interface Operation extends Expression permits Sum, Negative {}

  record Sum(Expression left, Expression right) implements Operation {}

  record Negative(Expression of) implements Operation {}

  record Node(String name, List<Node> children) {}

  /** With names that need escapes, and two types that contain themselves. */
  record Forest(@JsonProperty("a/b~c") List<Node> trees, Chain first, @Nullable Chain second) {}

  record Chain(String name, @Nullable Chain next) {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Cat.class, name = "cat"),
    @JsonSubTypes.Type(Dog.class)
  })
  interface Pet {}

  record Cat(int lives) implements Pet {}

  @JsonTypeName("dog")
  record Dog(String name) implements Pet {}

  record Owner(Cat cat, @Nullable Pet other) {}

  static class Bean {
    public @Nullable String name;
    private int count;

    public void setCount(int count) {
      this.count = count;
    }

    int count() {
      return count;
    }
  }

  /** Refuses what its schema cannot. */
  record Range(int from, int to) {
    Range {
      if (from > to) {
        throw new IllegalArgumentException("from is greater than to");
      }
    }
  }

  record Sets(Set<Status> statuses, String[] names, int[] numbers) {}

  // what nobody can be asked for

  interface Plain {}

  record WithPlain(List<Plain> plains) {}

  record WithObject(String name, Object anything) {}

  record WithMap(Map<String, Object> map) {}

  record WithRawMap(@SuppressWarnings("rawtypes") Map map) {}

  record WithBytes(byte[] bytes, byte one) {}

  record KeyedByItem(Map<Item, String> map) {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
  interface ByClass {}

  sealed interface Clash permits Clashing {}

  record Clashing(String type) implements Clash {}

  sealed interface Open permits Opened {}

  abstract static non-sealed class Opened implements Open {}

  record Unwrapping(@JsonUnwrapped Item item) {}

  static final class Mail {
    private final String text;

    private Mail(String text) {
      this.text = text;
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Mail of(String text) {
      return new Mail(text);
    }

    String text() {
      return text;
    }
  }

  static class Unsettable {}

  class Inner {
    public @Nullable String name;
  }
}
