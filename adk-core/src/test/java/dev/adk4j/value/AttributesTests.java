package dev.adk4j.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.harness.AtOnce;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

class AttributesTests {

  private final Attributes registry = new Attributes();

  @Test
  void readsAndWritesDottedPaths() {
    registry.set("user.profile.name", "Ada");
    registry.set("user.profile.age", 36);
    assertThat(registry.get("user.profile.name")).isEqualTo("Ada");
    assertThat(registry.get("user")).isEqualTo(Map.of("profile", Map.of("name", "Ada", "age", 36)));
    assertThat(registry.get("user.missing")).isNull();
    assertThat(registry.<String>get("user.missing", "none")).isEqualTo("none");
    assertThat(registry.keys()).containsExactly("user.profile.name", "user.profile.age");
  }

  @Test
  void falsyValuesArePresent() {
    for (Object value : Arrays.asList(0, "", false, null)) {
      registry.set("v", value);
      assertThat(registry.has("v")).isTrue();
      assertThat(registry.<Object>get("v", "fallback")).isEqualTo(value);
    }
    assertThat(registry.has("w")).isFalse();
  }

  @Test
  void digitsAddressListElements() {
    registry.set("a.0.b", 1);
    registry.set("a.2", "third");
    assertThat(registry.get("a")).isEqualTo(Arrays.asList(Map.of("b", 1), null, "third"));
    assertThat(registry.get("a.0.b")).isEqualTo(1);
    assertThat(registry.has("a.1")).isTrue();
    assertThat(registry.has("a.3")).isFalse();
    assertThat(registry.remove("a.1")).isTrue();
    assertThat(registry.get("a.1")).isEqualTo("third");
    registry.set("m.x", 1);
    registry.set("m.0", 2);
    assertThat(registry.get("m")).isEqualTo(Map.of("x", 1, "0", 2));
  }

  @Test
  void scalarsAndNullOnTheWayAreReplaced() {
    registry.set("a", 1);
    registry.set("a.b", 2);
    registry.set("n", null);
    registry.set("n.b", 3);
    assertThat(registry.all()).isEqualTo(Map.of("a", Map.of("b", 2), "n", Map.of("b", 3)));
  }

  @Test
  void isIsolatedFromItsCallers() {
    Map<String, Object> inner = new HashMap<>(Map.of("k", new ArrayList<>(List.of(1))));
    Map<String, Object> initial = new HashMap<>(Map.of("in", inner));
    Attributes seeded = Attributes.of(initial);
    inner.put("k", "changed");
    assertThat(seeded.get("in.k")).isEqualTo(List.of(1));

    int[] array = {1};
    ObjectNode node = Json.mapper().createObjectNode().put("x", 1);
    seeded.set("array", array);
    seeded.set("node", node);
    array[0] = 2;
    node.put("x", 2);
    assertThat((int[]) seeded.get("array")).containsExactly(1);
    assertThat(seeded.get("node")).hasToString("{\"x\":1}");

    @SuppressWarnings("unchecked")
    Map<String, Object> out = (Map<String, Object>) seeded.get("in");
    out.put("k", "changed");
    seeded.all().clear();
    assertThat(seeded.get("in.k")).isEqualTo(List.of(1));
  }

  @Test
  void copiesAreIndependent() {
    registry.set("a.b", 1);
    Attributes copy = registry.copy();
    copy.set("a.b", 2);
    assertThat(registry.get("a.b")).isEqualTo(1);
    assertThat(Attributes.from(registry).all()).isEqualTo(registry.all());
  }

  @Test
  void otherObjectsAreKeptByReference() {
    Object live = new Object();
    registry.set("live", live);
    registry.set("list", List.of(live));
    assertThat(registry.get("live")).isSameAs(live);
    assertThat(registry.copy().<List<Object>>get("list", List.of()).getFirst()).isSameAs(live);
    assertThat(registry.keys()).containsExactly("live", "list");
  }

  @Test
  void keysAreTheLeaves() {
    registry.set("empty", Map.of());
    registry.set("list", List.of(Map.of("a", 1)));
    registry.set("m.null", null);
    registry.set("m.ints", Map.of(1, "a"));
    assertThat(registry.keys()).containsExactly("list", "m.null", "m.ints");
  }

  @Test
  void keysWithDotsAreFoundByTheirWholeText() {
    Attributes dotted = Attributes.of(Map.of("a.b", 1));
    assertThat(dotted.keys()).containsExactly("a.b");
    assertThat(dotted.get("a.b")).isEqualTo(1);
    dotted.set("a.b", 2);
    assertThat(dotted.all()).isEqualTo(Map.of("a.b", 2));
    assertThat(dotted.remove("a.b")).isTrue();
    assertThat(dotted.all()).isEmpty();
  }

  @Test
  void removes() {
    registry.set("a.b", 1);
    assertThat(registry.remove("a.c")).isFalse();
    assertThat(registry.remove("a.b.c")).isFalse();
    assertThat(registry.remove("a.b")).isTrue();
    assertThat(registry.has("a.b")).isFalse();
    assertThat(registry.has("a")).isTrue();
  }

  static List<Object> notMaps() {
    return Arrays.asList(
        null,
        1,
        "text",
        List.of(),
        new int[0],
        true,
        Map.of(1, 2),
        Json.read("[1]"),
        JsonValue.parse("1"),
        new Object());
  }

  @ParameterizedTest
  @MethodSource("notMaps")
  void startsOnlyFromMapsWithTextKeys(Object value) {
    refused(() -> Attributes.from(value));
  }

  @Test
  void startsFromJsonObjects() {
    Attributes fromTree = Attributes.from(Json.read("{\"a\":{\"b\":[1,null]}}"));
    assertThat(fromTree.get("a.b.0")).isEqualTo(1);
    assertThat(Attributes.from(JsonValue.parse("{\"a\":1}")).get("a")).isEqualTo(1);
  }

  @Test
  void refusesCyclesAbsurdDepthAndBombs() {
    Map<String, Object> self = new HashMap<>();
    self.put("self", self);
    refused(() -> Attributes.of(self));
    refused(() -> registry.set("self", self));

    List<Object> deep = List.of();
    for (int i = 0; i < 100_000; i++) {
      deep = List.of(deep);
    }
    List<Object> tooDeep = deep;
    refused(() -> registry.set("deep", tooDeep));
    refused(() -> registry.set("a" + ".a".repeat(100_000), 1));

    Object level = Map.of("x", 1);
    for (int i = 0; i < 60; i++) {
      level = List.of(level, level);
    }
    Object bomb = level;
    refused(() -> registry.set("bomb", bomb));
    assertThat(registry.all()).isEmpty();
  }

  @Test
  void depthAddsUpAcrossSets() {
    String path = "a" + ".a".repeat(199);
    for (int i = 0; i < 3; i++) {
      Object nested = registry.get("a");
      try {
        registry.set(path, nested == null ? Map.of() : nested);
      } catch (AdkException e) {
        assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_INVALID_INITIAL_REGISTRY_VALUE);
      }
    }
    assertThat(registry.keys()).isEmpty();
    assertThat(registry.copy().all()).isEqualTo(registry.all());
  }

  @Test
  void refusesWrongListPaths() {
    registry.set("list", List.of(1));
    refused(() -> registry.set("list.name", 1));
    refused(() -> registry.set("list.999999999", 1));
    assertThat(registry.get("list")).isEqualTo(List.of(1));
  }

  @Test
  void keepsElementsOfUnfitArrays() {
    TreeMap<?, ?>[] maps = {new TreeMap<>(Map.of("a", 1))};
    registry.set("maps", maps);
    assertThat((Object[]) registry.get("maps")).containsExactly(maps[0]);
    registry.set("set", Collections.singleton(List.of(1)));
    assertThat(registry.get("set")).isEqualTo(Set.of(List.of(1)));
  }

  @Test
  void survivesManyThreads() throws Exception {
    AtOnce.run(
        8,
        own ->
            () -> {
              for (int i = 0; i < 500; i++) {
                registry.set("t" + own + ".i" + i, i);
                registry.set("shared.list." + i % 10, own);
                assertThat(registry.get("t" + own + ".i" + i)).isEqualTo(i);
                if (i % 50 == 0) {
                  assertThat(registry.copy().keys()).isNotEmpty();
                }
              }
            });
    assertThat(registry.keys()).hasSize(8 * 500 + 1);
  }

  private static void refused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .matches(
            e -> AdkException.is(e, AdkErrorCode.E_INVALID_INITIAL_REGISTRY_VALUE),
            "has the registry's code");
  }

  @Test
  void aCopyCostsNothingUntilOneOfBothIsChanged() {
    java.util.Map<String, Object> many = new java.util.LinkedHashMap<>();
    for (int i = 0; i < 100_000; i++) {
      many.put("k" + i, java.util.Map.of("n", i));
    }
    Attributes first = Attributes.of(many);
    long began = System.nanoTime();
    java.util.List<Attributes> copies = new java.util.ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      copies.add(first.copy());
    }
    assertThat(java.time.Duration.ofNanos(System.nanoTime() - began))
        .isLessThan(java.time.Duration.ofSeconds(10));
    Attributes changed = copies.getFirst();
    for (int i = 0; i < 100_000; i++) {
      changed.set("more.k" + i, i);
    }
    first.remove("k1");
    assertThat(changed.get("k1.n")).isEqualTo(1);
    assertThat(copies.getLast().get("k1.n")).isEqualTo(1);
    assertThat(copies.getLast().has("more")).isFalse();
    assertThat(first.has("k1")).isFalse();
    assertThat(first.has("more")).isFalse();
  }

  @Test
  void tellsOfEachChangeButNotOfThoseOfACopy() {
    Attributes attributes = Attributes.of(Map.of("a", 1));
    AtomicInteger changes = new AtomicInteger();
    attributes.onChange(changes::incrementAndGet);

    attributes.set("a", 2);
    attributes.remove("a");
    attributes.remove("a");
    attributes.copy().set("b", 1);

    assertThat(changes).hasValue(2);
  }
}
