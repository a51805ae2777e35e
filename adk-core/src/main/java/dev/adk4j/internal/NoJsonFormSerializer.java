package dev.adk4j.internal;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** Rejects values without a JSON form. */
@NoJsonForm
public final class NoJsonFormSerializer extends StdSerializer<Object> {

  public NoJsonFormSerializer() {
    super(Object.class);
  }

  @Override
  public void serialize(Object value, JsonGenerator out, SerializationContext context) {
    context.reportBadDefinition(
        value.getClass(),
        "A %s has no JSON form. Write the values that its methods return instead."
            .formatted(value.getClass().getName()));
  }

  @Override
  public void serializeWithType(
      Object value, JsonGenerator out, SerializationContext context, TypeSerializer types) {
    serialize(value, out, context);
  }
}
