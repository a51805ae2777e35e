package dev.adk4j.value;

import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes display forms. Traverses the tree itself because a mapper may be configured to omit nulls,
 * to sort members or to write numbers as text, and an approver must see the exact call.
 */
final class DisplaySerializer extends StdSerializer<Displayable> {

  DisplaySerializer() {
    super(Displayable.class);
  }

  @Override
  public void serialize(Displayable value, JsonGenerator out, SerializationContext context) {
    write(value instanceof JsonValue json ? json.raw() : value.display(), out, context);
  }

  /** Writes no type: people and models read the form. */
  @Override
  public void serializeWithType(
      Displayable value, JsonGenerator out, SerializationContext context, TypeSerializer types) {
    serialize(value, out, context);
  }

  private static void write(JsonNode node, JsonGenerator out, SerializationContext context) {
    switch (node.getNodeType()) {
      case OBJECT -> {
        out.writeStartObject(node);
        for (Map.Entry<String, JsonNode> member : node.properties()) {
          out.writeName(member.getKey());
          write(member.getValue(), out, context);
        }
        out.writeEndObject();
      }
      case ARRAY -> {
        out.writeStartArray(node);
        for (JsonNode element : node.values()) {
          write(element, out, context);
        }
        out.writeEndArray();
      }
      default -> node.serialize(out, context);
    }
  }
}
