package dev.adk4j.internal;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Year;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalQuery;
import java.util.IllformedLocaleException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.type.MapType;

/** Reads values, and keys of maps, exactly or not at all. */
final class ExactTypes extends SimpleModule {

  private static final long serialVersionUID = 1L;

  private static final List<Class<?>> NUMBERS =
      List.of(
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigInteger.class,
          BigDecimal.class,
          Year.class);

  ExactTypes() {
    super("adk-exact");
    TextForms.ALL.forEach((type, form) -> text(type, form.words(), form.reading()));
    addDeserializer(byte[].class, new Text<>(byte[].class, "Base64", TextForms::bytes));
    addDeserializer(BigInteger.class, new Whole<>(BigInteger.class, number -> number));
    addDeserializer(Year.class, new Whole<>(Year.class, number -> Year.of(number.intValueExact())));
    NUMBERS.forEach(type -> addKeyDeserializer(type, new NumberKey(type)));
    setDeserializerModifier(new Exactly());
  }

  @SuppressWarnings("unchecked") // the parsed value is of the type
  private <T> void text(Class<T> type, String words, Function<String, ?> reading) {
    Text<T> text = new Text<>(type, words, (Function<String, T>) reading);
    addDeserializer(type, text);
    addKeyDeserializer(type, text.asKey());
  }

  private static final class Text<T> extends StdScalarDeserializer<T> {

    private final Class<T> type;
    private final String words;
    private final Function<String, ? extends T> reading;

    Text(Class<T> type, String words, Function<String, ? extends T> reading) {
      super(type);
      this.type = type;
      this.words = words;
      this.reading = reading;
    }

    @Override
    public ValueDeserializer<?> createContextual(
        DeserializationContext context, @Nullable BeanProperty property) {
      JsonFormat.Value format = findFormatOverrides(context, property, type);
      TextForms.Form form = TextForms.ALL.get(type);
      TemporalQuery<?> query = form == null ? null : form.dates();
      if (query == null || !format.hasPattern()) {
        return this;
      }
      DateTimeFormatter plain =
          DateTimeFormatter.ofPattern(
              format.getPattern(), format.hasLocale() ? format.getLocale() : context.getLocale());
      DateTimeFormatter formatter =
          format.hasTimeZone() ? plain.withZone(format.getTimeZone().toZoneId()) : plain;
      return new Text<>(
          type,
          "a text as " + format.getPattern(),
          text -> type.cast(TextForms.date(text, formatter, query)));
    }

    @Override
    public @Nullable T deserialize(JsonParser parser, DeserializationContext context) {
      if (!parser.hasToken(JsonToken.VALUE_STRING)) {
        return type.cast(context.handleUnexpectedToken(getValueType(context), parser));
      }
      return read(parser.getString(), parser);
    }

    /** Types such as {@code ZoneId} are sealed, but their text names no class. */
    @Override
    public @Nullable Object deserializeWithType(
        JsonParser parser, DeserializationContext context, TypeDeserializer types) {
      return deserialize(parser, context);
    }

    private T read(String text, JsonParser parser) {
      try {
        return reading.apply(text);
      } catch (IllegalArgumentException | DateTimeException | IllformedLocaleException e) {
        throw new NotAsWrittenException(parser, words, text, type);
      }
    }

    KeyDeserializer asKey() {
      return new KeyDeserializer() {
        @Override
        public @Nullable Object deserializeKey(String key, DeserializationContext context) {
          return read(key, context.getParser());
        }
      };
    }
  }

  /** Truncates no fraction, and accepts no text, unlike Jackson's own deserializers. */
  private static final class Whole<T> extends StdScalarDeserializer<T> {

    private final Class<T> type;
    private final Function<BigInteger, T> reading;

    Whole(Class<T> type, Function<BigInteger, T> reading) {
      super(type);
      this.type = type;
      this.reading = reading;
    }

    @Override
    public @Nullable T deserialize(JsonParser parser, DeserializationContext context) {
      if (!parser.currentToken().isNumeric()) {
        return type.cast(context.handleUnexpectedToken(getValueType(context), parser));
      }
      BigInteger number = parser.getBigIntegerValue();
      try {
        return reading.apply(number);
      } catch (ArithmeticException | DateTimeException e) {
        return type.cast(context.handleWeirdNumberValue(type, number, "out of range"));
      }
    }
  }

  /** Reads a number in JSON's notation: without a plus, leading zeros, or Java's suffixes. */
  private static final class NumberKey extends KeyDeserializer {

    private static final Pattern NUMBER =
        Pattern.compile("-?(0|[1-9]\\d{0,999})(\\.\\d{1,999})?([eE][+-]?\\d{1,3})?");

    private final Class<?> type;

    NumberKey(Class<?> type) {
      this.type = type;
    }

    @Override
    public @Nullable Object deserializeKey(String key, DeserializationContext context) {
      JsonNode node = number(key, context.getNodeFactory());
      if (node == null) {
        return context.handleWeirdKey(type, key, "not a number");
      }
      try (JsonParser tokens = new ExactNumbers(context.treeAsTokens(node))) {
        tokens.nextToken();
        return context.readValue(tokens, type);
      }
    }

    private static @Nullable JsonNode number(String key, JsonNodeFactory nodes) {
      if (!NUMBER.matcher(key).matches()) {
        return null;
      }
      BigDecimal number = new BigDecimal(key);
      return number.scale() == 0
          ? nodes.numberNode(number.unscaledValue())
          : nodes.numberNode(number);
    }
  }

  private static final class Exactly extends ValueDeserializerModifier {

    private static final long serialVersionUID = 1L;

    @Override
    public ValueDeserializer<?> modifyMapDeserializer(
        DeserializationConfig config,
        MapType type,
        BeanDescription.Supplier description,
        ValueDeserializer<?> deserializer) {
      return new Exact(deserializer);
    }

    @Override
    public ValueDeserializer<?> modifyEnumDeserializer(
        DeserializationConfig config,
        JavaType type,
        BeanDescription.Supplier description,
        ValueDeserializer<?> deserializer) {
      return new Exact(deserializer);
    }
  }

  /**
   * Rejects two members whose keys are the same value, since one would be lost, and a constant with
   * blanks around it, which Jackson ignores.
   */
  private static final class Exact extends DelegatingDeserializer {

    Exact(ValueDeserializer<?> delegatee) {
      super(delegatee);
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> delegatee) {
      return new Exact(delegatee);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context) {
      JsonNode members = context.readTree(parser);
      String text = members.stringValue("");
      if (!text.equals(text.strip())) {
        return context.handleWeirdStringValue(handledType(), text, "has blanks around it");
      }
      try (JsonParser tokens = new ExactNumbers(context.treeAsTokens(members))) {
        tokens.nextToken();
        Object read = super.deserialize(tokens, context);
        if (read instanceof Map<?, ?> map && map.size() < members.size()) {
          throw JsonBinding.keyGivenTwice(parser, getValueType(context));
        }
        return read;
      }
    }
  }
}
