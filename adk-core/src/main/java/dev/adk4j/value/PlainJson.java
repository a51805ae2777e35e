package dev.adk4j.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Converts a JSON tree to maps, lists, texts, numbers, booleans and null. The tree's depth was
 * checked before.
 */
final class PlainJson {

  private PlainJson() {}

  static @Nullable Object of(JsonNode node) {
    if (node.isObject()) {
      Map<String, @Nullable Object> map = LinkedHashMap.newLinkedHashMap(node.size());
      node.properties().forEach(member -> map.put(member.getKey(), of(member.getValue())));
      return map;
    }
    if (node.isArray()) {
      List<@Nullable Object> list = new ArrayList<>(node.size());
      node.values().forEach(element -> list.add(of(element)));
      return list;
    }
    if (node.isNumber()) {
      return node.numberValue();
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    return node.isNull() ? null : node.asString();
  }
}
