package dev.adk4j.springai.wire;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.answer.TypeRef;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An answer of some type as a model writes it, and the value that it is. */
record AnswerSample(String name, AnswerType<?> type, String json, Object value) {

  enum Status {
    OPEN,
    PAID
  }

  record Item(String name, BigDecimal price, @Nullable Status status) {}

  record Order(
      UUID id,
      LocalDate day,
      Optional<String> note,
      List<Item> items,
      Map<String, Integer> counts) {}

  sealed interface Lookup {}

  record Found(int number, Item item) implements Lookup {}

  record Missing(@Nullable String reason) implements Lookup {}

  record Node(String name, List<Node> children) {}

  /** With a union in lists, in maps and alone. */
  record Search(List<Lookup> hits, Map<String, Lookup> byName, @Nullable Lookup best) {}

  record Visit(Instant at, LocalDate day, Optional<Integer> minutes, double share, boolean paid) {}

  record Page<T>(List<T> rows, @Nullable String next) {}

  private static final String ID = "6d1c1b0e-8d3f-4c4e-9a57-1f6fd8f1a111";
  private static final Item TEA = new Item("Tea", new BigDecimal("1.25"), null);
  private static final String TEA_JSON = "{\"name\":\"Tea\",\"price\":1.25,\"status\":null}";
  private static final Item CUP = new Item("Cup \"blue\"\n", new BigDecimal("3"), Status.OPEN);
  private static final String CUP_JSON =
      "{\"name\":\"Cup \\\"blue\\\"\\n\",\"price\":3,\"status\":\"OPEN\"}";
  private static final String FOUND = "{\"type\":\"Found\",\"number\":7,\"item\":" + TEA_JSON + "}";
  private static final String MISSING = "{\"type\":\"Missing\",\"reason\":null}";

  static final List<AnswerSample> ALL =
      List.of(
          new AnswerSample(
              "object",
              AnswerType.of(Order.class),
              "{\"id\":\""
                  + ID
                  + "\",\"day\":\"2026-01-31\",\"note\":null,\"items\":["
                  + TEA_JSON
                  + "],\"counts\":[{\"key\":\"tea\",\"value\":3}]}",
              new Order(
                  UUID.fromString(ID),
                  LocalDate.of(2026, 1, 31),
                  Optional.empty(),
                  List.of(TEA),
                  Map.of("tea", 3))),
          new AnswerSample(
              "list",
              AnswerType.of(new TypeRef<List<Item>>() {}),
              "{\"value\":[" + TEA_JSON + "]}",
              List.of(TEA)),
          new AnswerSample(
              "enum", AnswerType.of(Status.class), "{\"value\":\"PAID\"}", Status.PAID),
          new AnswerSample("scalar", AnswerType.of(int.class), "{\"value\":7}", 7),
          new AnswerSample(
              "sealed",
              AnswerType.of(Lookup.class),
              "{\"value\":" + FOUND + "}",
              new Found(7, TEA)),
          new AnswerSample(
              "optional sealed",
              AnswerType.of(new TypeRef<Optional<Lookup>>() {}),
              "{\"value\":null}",
              Optional.empty()),
          new AnswerSample(
              "recursive",
              AnswerType.of(Node.class),
              "{\"name\":\"a\",\"children\":[{\"name\":\"b\",\"children\":[]}]}",
              new Node("a", List.of(new Node("b", List.of())))),
          new AnswerSample(
              "object with everything",
              AnswerType.of(Order.class),
              "{\"id\":\""
                  + ID
                  + "\",\"day\":\"2024-02-29\",\"note\":\" ring twice \",\"items\":["
                  + TEA_JSON
                  + ","
                  + CUP_JSON
                  + "],\"counts\":[]}",
              new Order(
                  UUID.fromString(ID),
                  LocalDate.of(2024, 2, 29),
                  Optional.of(" ring twice "),
                  List.of(TEA, CUP),
                  Map.of())),
          new AnswerSample(
              "unions in an object",
              AnswerType.of(Search.class),
              "{\"hits\":["
                  + FOUND
                  + ","
                  + MISSING
                  + "],\"byName\":[{\"key\":\"tea\",\"value\":"
                  + FOUND
                  + "}],\"best\":"
                  + MISSING
                  + "}",
              new Search(
                  List.of(new Found(7, TEA), new Missing(null)),
                  Map.of("tea", new Found(7, TEA)),
                  new Missing(null))),
          new AnswerSample(
              "unions in a list",
              AnswerType.of(new TypeRef<List<Lookup>>() {}),
              "{\"value\":[" + MISSING + "," + FOUND + "]}",
              List.of(new Missing(null), new Found(7, TEA))),
          new AnswerSample(
              "dates and numbers",
              AnswerType.of(Visit.class),
              "{\"at\":\"2026-01-31T10:15:30Z\",\"day\":\"2026-01-31\",\"minutes\":20,"
                  + "\"share\":0.25,\"paid\":true}",
              new Visit(
                  Instant.parse("2026-01-31T10:15:30Z"),
                  LocalDate.of(2026, 1, 31),
                  Optional.of(20),
                  0.25,
                  true)),
          new AnswerSample(
              "generic record",
              AnswerType.of(new TypeRef<Page<Item>>() {}),
              "{\"rows\":[" + CUP_JSON + "],\"next\":\"b\"}",
              new Page<>(List.of(CUP), "b")),
          new AnswerSample(
              "map of lists",
              AnswerType.of(new TypeRef<Map<String, List<Status>>>() {}),
              "{\"value\":[{\"key\":\"ann\",\"value\":[\"OPEN\",\"PAID\"]}]}",
              Map.of("ann", List.of(Status.OPEN, Status.PAID))),
          new AnswerSample(
              "nested lists",
              AnswerType.of(new TypeRef<List<List<Integer>>>() {}),
              "{\"value\":[[1,2],[],[3]]}",
              List.of(List.of(1, 2), List.of(), List.of(3))),
          new AnswerSample(
              "text", AnswerType.of(String.class), "{\"value\":\" grüße 👍 \"}", " grüße 👍 "));

  @Override
  public String toString() {
    return name;
  }
}
