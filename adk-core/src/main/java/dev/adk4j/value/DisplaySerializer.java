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
    write(value instanceof JsonValue json ? json.raw() : value.display(), out);
  }

  /** Writes no type: people and models read the form. */
  @Override
  public void serializeWithType(
      Displayable value, JsonGenerator out, SerializationContext context, TypeSerializer types) {
    serialize(value, out, context);
  }

  private static void write(JsonNode node, JsonGenerator out) {
    switch (node.getNodeType()) {
      case OBJECT -> {
        out.writeStartObject(node);
        for (Map.Entry<String, JsonNode> member : node.properties()) {
          out.writeName(member.getKey());
          write(member.getValue(), out);
        }
        out.writeEndObject();
      }
      case ARRAY -> {
        out.writeStartArray(node);
        for (JsonNode element : node.values()) {
          write(element, out);
        }
        out.writeEndArray();
      }
      case STRING -> out.writeString(node.stringValue());
      case BOOLEAN -> out.writeBoolean(node.booleanValue());
      case NUMBER -> number(node, out);
      default -> out.writeNull();
    }
  }

  private static void number(JsonNode node, JsonGenerator out) {
    if (node.isInt()) {
      out.writeNumber(node.intValue());
    } else if (node.isLong()) {
      out.writeNumber(node.longValue());
    } else if (node.isBigInteger()) {
      out.writeNumber(node.bigIntegerValue());
    } else if (node.isBigDecimal()) {
      out.writeNumber(node.decimalValue());
    } else {
      out.writeNumber(node.doubleValue());
    }
  }
}
