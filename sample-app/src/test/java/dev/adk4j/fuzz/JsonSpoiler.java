package dev.adk4j.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Makes wrong JSON of right JSON: first by its grammar, then at times in its bytes. */
final class JsonSpoiler {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "0",
          "-0",
          "-1",
          "1e400",
          "1e-400",
          "1E+2147483648",
          "123456789012345678901234567890",
          "0.1000000000000000000000000000000001",
          "9".repeat(999),
          "9".repeat(1_001),
          "9".repeat(20_000),
          "01",
          ".5",
          "+1",
          "NaN",
          "Infinity",
          "'a'",
          "[]",
          "{}",
          "[[[[[[[[[[]]]]]]]]]]",
          "[null,true,1,\"a\",{}]",
          "{\"\":\"\"}",
          "{\"a\":1,\"a\":2}",
          "{\"__proto__\":{\"x\":1}}",
          "{\"@type\":\"x\",\"$ref\":\"#\"}",
          "\"\\ud800\"",
          "\"\\udc00\\ud800\"",
          "\"\\u0000\"",
          "\"\\x41\"",
          "\"\\u00zz\"",
          "\"a\nb\"",
          "\"unclosed",
          "[" + "0,".repeat(120_000) + "0]",
          "\"" + "v".repeat(70_000) + "\"",
          "\"" + "v".repeat(300_000) + "\"",
          "//c\n1",
          "1 /* c */");

  private final RandomGenerator random;
  private int countdown;

  JsonSpoiler(RandomGenerator random) {
    this.random = random;
  }

  byte[] spoil(byte[] body) {
    String text;
    try {
      JsonNode tree = JSON.readTree(new String(body, UTF_8));
      countdown = random.nextInt(count(tree));
      text = write(tree);
    } catch (JacksonException spoiledBefore) {
      text = new String(body, UTF_8);
    }
    return random.nextInt(3) == 0 ? spoilBytes(text) : text.getBytes(UTF_8);
  }

  private static int count(JsonNode node) {
    int count = 1;
    for (JsonNode child : node.values()) {
      count += count(child);
    }
    return count;
  }

  /** The value as JSON, with one place of it spoiled. */
  private String write(JsonNode node) {
    if (countdown-- == 0) {
      return node.isObject() && random.nextInt(4) != 0 ? spoiledMembers(node) : value();
    }
    if (node.isArray()) {
      List<String> elements = new ArrayList<>();
      node.values().forEach(element -> elements.add(write(element)));
      return "[" + String.join(",", elements) + "]";
    }
    if (node.isObject()) {
      return "{" + String.join(",", members(node)) + "}";
    }
    return node.toString();
  }

  private List<String> members(JsonNode object) {
    List<String> members = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      members.add(quoted(member.getKey()) + ":" + write(member.getValue()));
    }
    return members;
  }

  private String spoiledMembers(JsonNode object) {
    List<String> members = members(object);
    int at = members.isEmpty() ? 0 : random.nextInt(members.size());
    switch (random.nextInt(5)) {
      case 0 -> members.add(quoted(Texts.any(random)) + ":" + value());
      case 1 -> members.addAll(members);
      case 2 -> members.subList(at, members.size()).clear();
      case 3 -> members.add("\"x" + random.nextInt(9) + "\":" + value());
      default -> {
        if (!members.isEmpty()) {
          String name = members.get(at).replaceFirst("(?s)^(\"[^\"]*\").*", "$1");
          members.set(at, name + ":" + value());
        }
      }
    }
    return "{" + String.join(",", members) + "}";
  }

  private String value() {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> quoted(Texts.any(random));
      case 3 -> deep();
      default -> Texts.one(random, VALUES);
    };
  }

  private String deep() {
    int depth = Texts.one(random, List.of(50, 390, 401, 1_001, 20_000));
    String open = random.nextBoolean() ? "[" : "{\"a\":";
    String close = open.equals("[") ? "]" : "}";
    return open.repeat(depth) + "1" + (random.nextInt(4) == 0 ? "" : close.repeat(depth));
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c)) {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  private byte[] spoilBytes(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    int at = random.nextInt(bytes.length + 1);
    return switch (random.nextInt(9)) {
      case 0 -> Arrays.copyOf(bytes, at);
      case 1 ->
          joined(Arrays.copyOf(bytes, at), new byte[] {(byte) random.nextInt(256)}, bytes, at);
      case 2 ->
          joined(new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf}, bytes, bytes, bytes.length);
      case 3 -> text.getBytes(UTF_16);
      case 4 -> text.getBytes(ISO_8859_1);
      case 5 -> joined(Arrays.copyOf(bytes, at), new byte[] {(byte) 0xc0, (byte) 0xaf}, bytes, at);
      case 6 ->
          joined(
              Arrays.copyOf(bytes, at),
              new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
              bytes,
              at);
      case 7 -> (text + " " + text).getBytes(UTF_8);
      default -> (text + "\u0000").getBytes(UTF_8);
    };
  }

  private static byte[] joined(byte[] first, byte[] second, byte[] third, int from) {
    byte[] all = Arrays.copyOf(first, first.length + second.length + third.length - from);
    System.arraycopy(second, 0, all, first.length, second.length);
    System.arraycopy(third, from, all, first.length + second.length, third.length - from);
    return all;
  }
}
