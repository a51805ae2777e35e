package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.node.ObjectNode;

/** Reads the display form of the annotated type, or fails with the reason. */
final class DisplayDeserializer extends StdDeserializer<Object> {

  /** Texts were written from a {@code Tokenizable}, so they may be empty; there are no readers. */
  private static final Decoding DISPLAY = new Decoding(null, true);

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
      return read(json.node());
    } catch (AdkException e) {
      // Jackson's own exception type, so that a web layer responds with 400.
      throw context.instantiationException(type, e);
    }
  }

  private Object read(JsonNode json) {
    if (type == Identity.class) {
      return Identity.read(Untyped.plain(json), DISPLAY);
    }
    if (type == Message.class) {
      return Message.read(json, DISPLAY);
    }
    if (type == Memory.class) {
      return Memory.read(json, DISPLAY);
    }
    if (type == Retrievable.class) {
      return Retrievable.read(
          json instanceof ObjectNode object ? object.without("sizeUnknown") : json, DISPLAY);
    }
    throw new AdkException(
        AdkErrorCode.VALIDATION_EXCEPTION,
        "The display form of a "
            + type.getSimpleName()
            + " omits readers and payloads; store and read it with a SnapshotCodec.");
  }
}
