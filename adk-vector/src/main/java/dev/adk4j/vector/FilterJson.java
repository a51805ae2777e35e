package dev.adk4j.vector;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.internal.PlainMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes filters as JSON. Rejects an object that has none of the known shapes. */
final class FilterJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private FilterJson() {}

  static VectorFilter read(JsonNode json) {
    if (!json.isObject()) {
      throw shape();
    }
    if (isText(json.get("field")) && isText(json.get("op"))) {
      only(json, Set.of("field", "op", "value"));
      return condition(json);
    }
    if (isText(json.get("$dialect"))) {
      only(json, Set.of("$dialect", "$raw", "$bindings"));
      return raw(json);
    }
    return group(json);
  }

  private static VectorFilter condition(JsonNode json) {
    String name = json.get("op").stringValue();
    FilterOperator operator = FilterOperator.fromWire(name);
    JsonNode value = json.get("value");
    try {
      return new VectorFilter.Condition(
          json.get("field").stringValue(), operator, value == null ? null : JsonValue.of(value));
    } catch (AdkException e) {
      throw e.errorCode() == AdkErrorCode.VALIDATION_EXCEPTION
          ? VectorErrors.queryConflict("The operand is not valid: " + e.getMessage(), e)
          : e;
    }
  }

  private static VectorFilter raw(JsonNode json) {
    JsonNode fragment = json.get("$raw");
    JsonNode bindings = json.get("$bindings");
    if (fragment == null || fragment.isNull() || bindings != null && !bindings.isArray()) {
      throw shape();
    }
    List<@Nullable Object> values = new ArrayList<>();
    if (bindings != null) {
      bindings.forEach(b -> values.add(PlainMetadata.fromJson(b)));
    }
    Object plain = fragment.isString() ? fragment.stringValue() : JsonValue.of(fragment);
    return new VectorFilter.Raw(json.get("$dialect").stringValue(), plain, values);
  }

  private static VectorFilter group(JsonNode json) {
    if (json.size() != 1) {
      throw shape();
    }
    JsonNode not = json.get("not");
    if (not != null) {
      return new VectorFilter.Not(read(not));
    }
    JsonNode and = json.get("and");
    JsonNode members = and != null ? and : json.get("or");
    if (members == null || !members.isArray()) {
      throw shape();
    }
    List<VectorFilter> of = members.valueStream().map(FilterJson::read).toList();
    return and != null ? new VectorFilter.And(of) : new VectorFilter.Or(of);
  }

  private static boolean isText(@Nullable JsonNode node) {
    return node != null && node.isString();
  }

  private static void only(JsonNode json, Set<String> known) {
    if (!known.containsAll(json.propertyNames())) {
      throw shape();
    }
  }

  private static AdkException shape() {
    return VectorErrors.queryConflict(
        "A filter in JSON is exactly one of {field, op, value?}, {and: [...]}, {or: [...]}, {not: {...}} and"
            + " {$dialect, $raw, $bindings?}, without other keys.");
  }

  static JsonNode write(VectorFilter filter) {
    ObjectNode out = NODES.objectNode();
    switch (filter) {
      case VectorFilter.Condition(String field, FilterOperator operator, JsonValue operand) -> {
        out.put("field", field).put("op", operator.wire());
        if (operand != null) {
          out.set("value", operand.node());
        }
      }
      case VectorFilter.And(List<VectorFilter> of) -> out.set("and", writeAll(of));
      case VectorFilter.Or(List<VectorFilter> of) -> out.set("or", writeAll(of));
      case VectorFilter.Not(VectorFilter of) -> out.set("not", write(of));
      case VectorFilter.Raw raw -> {
        out.put("$dialect", raw.dialect());
        out.set("$raw", Operands.of(raw.fragment()).node());
        if (!raw.bindings().isEmpty()) {
          out.set("$bindings", Operands.of(raw.bindings()).node());
        }
      }
    }
    return out;
  }

  private static ArrayNode writeAll(List<VectorFilter> filters) {
    ArrayNode array = NODES.arrayNode();
    filters.forEach(f -> array.add(write(f)));
    return array;
  }
}
