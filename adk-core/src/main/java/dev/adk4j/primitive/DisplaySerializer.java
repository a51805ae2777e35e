package dev.adk4j.primitive;

import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes a value as the tree that its form gives. */
final class DisplaySerializer<T> extends StdSerializer<T> {

  private final Function<T, JsonNode> form;

  DisplaySerializer(Class<T> type, Function<T, JsonNode> form) {
    super(type);
    this.form = form;
  }

  @Override
  public void serialize(T value, JsonGenerator generator, SerializationContext context) {
    generator.writeTree(form.apply(value));
  }
}
