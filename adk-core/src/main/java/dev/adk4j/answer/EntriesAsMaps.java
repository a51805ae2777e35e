package dev.adk4j.answer;

import dev.adk4j.internal.JsonBinding;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.type.MapType;

/**
 * Reads maps from lists of {@code {"key": …, "value": …}}: strict schemas do not support objects
 * with arbitrary names.
 */
final class EntriesAsMaps extends ValueDeserializerModifier {

  static final String KEY = "key";
  static final String VALUE = "value";

  private static final long serialVersionUID = 1L;

  @Override
  public ValueDeserializer<?> modifyMapDeserializer(
      DeserializationConfig config,
      MapType type,
      BeanDescription.Supplier description,
      ValueDeserializer<?> deserializer) {
    return new Entries(deserializer);
  }

  private static final class Entries extends DelegatingDeserializer {

    Entries(ValueDeserializer<?> delegatee) {
      super(delegatee);
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> delegatee) {
      return new Entries(delegatee);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context) {
      JsonNode entries = context.readTree(parser);
      ObjectNode members = context.getNodeFactory().objectNode();
      for (JsonNode entry : entries) {
        if (members.replace(entry.path(KEY).asString(), entry.path(VALUE)) != null) {
          throw JsonBinding.keyGivenTwice(parser, getValueType(context));
        }
      }
      try (JsonParser tokens = context.treeAsTokens(members)) {
        tokens.nextToken();
        return super.deserialize(tokens, context);
      }
    }
  }
}
