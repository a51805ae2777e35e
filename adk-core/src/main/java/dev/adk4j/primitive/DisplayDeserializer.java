package dev.adk4j.primitive;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;

/** Reads the display form of the type that carries the annotation, or says why it cannot. */
final class DisplayDeserializer extends StdDeserializer<Object> {

  private final Class<?> type;

  DisplayDeserializer() {
    this(Object.class);
  }

  private DisplayDeserializer(Class<?> type) {
    super(type);
    this.type = type;
  }

  @Override
  public ValueDeserializer<?> createContextual(
      DeserializationContext context, @Nullable BeanProperty property) {
    return new DisplayDeserializer(context.getContextualType().getRawClass());
  }

  @Override
  public Object deserialize(JsonParser parser, DeserializationContext context) {
    JsonValue json = context.readValue(parser, JsonValue.class);
    try {
      return DisplayReading.read(type, json.node());
    } catch (AdkException e) {
      // Jackson's own kind of error, so that a web layer answers with 400.
      throw context.instantiationException(type, e);
    }
  }
}
