package dev.adk4j.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.adk4j.error.AdkException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Users without a null checker pass null; they get this library's error, which names the part. */
@SuppressWarnings({"NullAway", "DataFlowIssue"})
class VectorBuilderMistakesTests {

  private static final VectorDb DB = VectorDb.of(new InMemoryVectorBackend());

  private static VectorQuery docs() {
    return DB.collection("docs");
  }

  static Stream<Arguments> mistakes() {
    VectorFilter none = null;
    String noText = null;
    return Stream.of(
        mistake("collection", () -> DB.collection(null)),
        mistake("collection", () -> DB.schema().createCollection(null, c -> c.vector(3))),
        mistake("definition", () -> DB.schema().createCollection("x", null)),
        mistake("field", () -> docs().where(noText, "x")),
        mistake("field", () -> docs().where("", "x")),
        mistake("field", () -> docs().whereIn(null, List.of("x"))),
        mistake("field", () -> docs().where(Collections.singletonMap(null, "x"))),
        mistake("operator", () -> docs().where("f", null, "x")),
        mistake("operator", () -> VectorFilter.condition("f", null, "x")),
        mistake("fields", () -> docs().where((Map<String, Object>) null)),
        mistake(
            "group", () -> docs().where((java.util.function.Consumer<FilterBuilder.Group>) null)),
        mistake("filter", () -> docs().whereFilter(null)),
        mistake("filter", () -> VectorFilter.and(none)),
        mistake("filter", () -> new VectorFilter.Or(Arrays.asList(none, none))),
        mistake("filter", () -> VectorFilter.not(null)),
        mistake("fragment", () -> docs().whereRaw(noText)),
        mistake("dialect", () -> new VectorFilter.Raw(null, "x", List.of())),
        mistake("text", () -> docs().nearText(null)),
        mistake("id", () -> docs().nearId(null)),
        mistake("vector", () -> docs().nearVector((float[]) null)),
        mistake("vector", () -> docs().nearVector((double[]) null)),
        mistake("vector", () -> docs().nearVector((List<Double>) null)),
        mistake("vector", () -> docs().nearVector(Arrays.asList(1.0, null))),
        mistake("records", () -> docs().upsert((List<VectorRecord>) null)),
        mistake("is null", () -> docs().upsert((VectorRecord) null)),
        mistake("id", () -> docs().upsert(VectorRecord.ofText(null, "x"))),
        mistake("vector", () -> VectorRecord.builder("a").vector((float[]) null)),
        mistake("vector", () -> VectorRecord.builder("a").vector(Arrays.asList(1.0, null))),
        mistake("metadata", () -> VectorRecord.builder("a").metadata((Map<String, Object>) null)),
        mistake("column", () -> docs().select((String) null)),
        mistake("key", () -> docs().selectMetadata((String) null)),
        mistake("consistency", () -> docs().consistency(null)),
        mistake("backend", () -> VectorDb.of(null)),
        mistake("encoder", () -> VectorDb.builder(new InMemoryVectorBackend()).encoder(null)));
  }

  private static Arguments mistake(String part, ThrowingCallable call) {
    return Arguments.of(part, call);
  }

  @ParameterizedTest(name = "{index}: {0}")
  @MethodSource("mistakes")
  void refusesAMistakeWithCodeAndName(String part, ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);

    assertThat(thrown).isInstanceOf(AdkException.class).hasMessageContaining(part);
  }
}
