package dev.adk4j.vector.retrieval;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.storage.RetrievableStorage;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.FilterOperator;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.Near;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorQuery;
import dev.adk4j.vector.VectorRecord;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VectorRetrievablesTests {

  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07.891Z");

  private final List<String> encoded = new ArrayList<>();
  private final VectorDb db =
      VectorDb.builder(new InMemoryVectorBackend())
          .encoder(
              (texts, kind) -> {
                encoded.addAll(texts);
                return texts.stream().map(t -> new float[] {t.length(), 1}).toList();
              })
          .build();

  @BeforeEach
  void records() {
    docs()
        .upsert(
            VectorRecord.builder("full")
                .vector(1, 0)
                .document("the document")
                .metadata("source", "book")
                .metadata("kind", "page")
                .metadata("createdAt", "2026-01-01T00:00:00.000Z")
                .metadata("updatedAt", 1_767_225_600_000L)
                .metadata("trustTier", "first-party")
                .build(),
            VectorRecord.builder("content")
                .vector(0.9f, 0.1f)
                .metadata("content", "in metadata")
                .metadata("source", 5)
                .build(),
            VectorRecord.builder("nothing").vector(0.8f, 0.2f).metadata("tenant", "u").build());
  }

  private VectorQuery docs() {
    return db.collection("docs");
  }

  private VectorRetrievables.Builder glue() {
    return VectorRetrievables.builder(db, "docs")
        .trustTier(TrustTier.THIRD_PARTY_PUBLIC)
        .deriveQuery(ctx -> Optional.of(Near.vector(1, 0)));
  }

  private static AgentContext context(Scope scope, Message... messages) {
    return (AgentContext)
        Proxy.newProxyInstance(
            AgentContext.class.getClassLoader(),
            new Class<?>[] {AgentContext.class},
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "fetchMessages" -> List.of(messages);
                  case "clock" -> Clock.fixed(NOW, ZoneOffset.UTC);
                  case "scope" -> scope;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static AgentContext saying(Message... messages) {
    return context(Scope.DEFAULT, messages);
  }

  @Test
  void returnsRetrievablesOfTheGivenTier() throws Exception {
    List<Retrievable> found = glue().build().fetchRetrievables(saying());
    assertThat(found).extracting(Retrievable::id).containsExactly("full", "content");
    Retrievable full = found.getFirst();
    assertThat(full.contentString()).isEqualTo("the document");
    assertThat(full.trustTier()).isEqualTo(TrustTier.THIRD_PARTY_PUBLIC);
    assertThat(full.source()).hasValue("book");
    assertThat(full.kind()).hasValue("page");
    assertThat(full.score()).hasValue(1);
    assertThat(full.createdAt()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(full.updatedAt()).isEqualTo(Instant.ofEpochMilli(1_767_225_600_000L));
    Retrievable content = found.get(1);
    assertThat(content.contentString()).isEqualTo("in metadata");
    assertThat(content.source()).isEmpty();
    assertThat(content.createdAt()).isEqualTo(NOW).isEqualTo(content.updatedAt());
  }

  @Test
  void asksTheTierFunctionOncePerMatch() throws Exception {
    List<String> asked = new ArrayList<>();
    RetrievableStorage storage =
        VectorRetrievables.builder(db, "docs")
            .trustTier(
                match -> {
                  asked.add(
                      match.id().orElseThrow()
                          + match.score().isPresent()
                          + match.metadata().isPresent());
                  return match.id().orElseThrow().equals("full")
                      ? TrustTier.FIRST_PARTY
                      : TrustTier.THIRD_PARTY_PRIVATE;
                })
            .deriveQuery(ctx -> Optional.of(Near.vector(1, 0)))
            .build();
    assertThat(storage.fetchRetrievables(saying()))
        .extracting(Retrievable::trustTier)
        .containsExactly(TrustTier.FIRST_PARTY, TrustTier.THIRD_PARTY_PRIVATE);
    assertThat(asked).containsExactly("fulltruetrue", "contenttruetrue");
  }

  @Test
  void searchesForTheNewestUserMessage() throws Exception {
    RetrievableStorage storage =
        VectorRetrievables.builder(db, "docs").trustTier(TrustTier.FIRST_PARTY).build();
    assertThat(
            storage.fetchRetrievables(
                saying(Message.user("old"), Message.user("new"), Message.assistant("answer"))))
        .hasSize(2);
    assertThat(encoded).containsExactly("new");
    assertThat(storage.fetchRetrievables(saying(Message.assistant("answer")))).isEmpty();
    assertThat(storage.fetchRetrievables(saying(Message.user("old"), Message.user(" \n"))))
        .isEmpty();
    assertThat(encoded).containsExactly("new");
  }

  private void upsertMine() throws Exception {
    docs()
        .upsert(
            VectorRecord.builder("mine")
                .vector(1, 0)
                .document("d")
                .metadata("tenant", "t")
                .build());
  }

  @Test
  void appliesFiltersOfEveryShape() throws Exception {
    upsertMine();
    for (VectorFilter filter :
        List.of(
            VectorFilter.eq("tenant", "t"),
            VectorFilter.and(VectorFilter.exists("tenant", true), VectorFilter.ne("tenant", "u")),
            VectorFilter.or(VectorFilter.eq("tenant", "t")),
            VectorFilter.not(VectorFilter.ne("tenant", "t")))) {
      assertThat(glue().filter(filter).build().fetchRetrievables(saying()))
          .extracting(Retrievable::id)
          .containsExactly("mine");
    }
    assertFails(
        VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR,
        () -> glue().filter(VectorFilter.Raw.sql("true")).build().fetchRetrievables(saying()));
  }

  @Test
  void appliesAFilterByScope() throws Exception {
    upsertMine();
    RetrievableStorage storage =
        glue().filter(ctx -> VectorFilter.eq("tenant", ctx.scope().tenant())).build();
    assertThat(storage.fetchRetrievables(context(Scope.of("t", null, null)))).hasSize(1);
    assertThat(storage.fetchRetrievables(context(Scope.of("other", null, null)))).isEmpty();
  }

  @Test
  void appliesLimitAndMinScore() throws Exception {
    assertThat(glue().topK(1).build().fetchRetrievables(saying())).hasSize(1);
    assertThat(glue().minScore(0.999).build().fetchRetrievables(saying())).hasSize(1);
  }

  @Test
  void replacesTheTierOfAMappingAndSkipsItsNulls() throws Exception {
    RetrievableStorage storage =
        glue()
            .toRetrievable(
                match ->
                    match.id().orElseThrow().equals("nothing")
                        ? null
                        : Retrievable.builder()
                            .trustTier(TrustTier.FIRST_PARTY)
                            .id("x-" + match.id().orElseThrow())
                            .content("mapped")
                            .createdAt(NOW)
                            .updatedAt(NOW))
            .build();
    assertThat(storage.fetchRetrievables(saying()))
        .allSatisfy(r -> assertThat(r.trustTier()).isEqualTo(TrustTier.THIRD_PARTY_PUBLIC))
        .extracting(Retrievable::id)
        .containsExactly("x-full", "x-content");
    assertFails(
        AdkErrorCode.E_INVALID_INITIAL_RETRIEVABLE_VALUE,
        () ->
            glue()
                .toRetrievable(match -> Retrievable.builder())
                .build()
                .fetchRetrievables(saying()));
  }

  @Test
  void storesFixedWidthDatesAndNoScore() throws Exception {
    Retrievable retrievable =
        Retrievable.builder()
            .id("r")
            .content("text")
            .trustTier(TrustTier.FIRST_PARTY)
            .kind("note")
            .score(0.5)
            .createdAt(Instant.parse("2026-01-01T00:00:00Z"))
            .updatedAt("2026-01-01T01:00:00.5+02:00")
            .build();
    glue().build().storeRetrievable(saying(), retrievable);
    VectorMatch stored = docs().where("id", "r").select("*").fetch().getFirst();
    assertThat(stored.metadata().orElseThrow())
        .hasToString(
            "{trustTier=first-party, createdAt=2026-01-01T00:00:00.000Z,"
                + " updatedAt=2025-12-31T23:00:00.500Z, kind=note}");
    assertThat(stored.document()).hasValue("text");
    assertThat(encoded).containsExactly("text");
    glue().build().deleteRetrievable(saying(), "r");
    assertThat(docs().where("id", "r").select("id").fetch()).isEmpty();
  }

  @Test
  void refusesABadConfigurationWhenBuilding() {
    assertFails(
        VectorErrorCode.E_INVALID_VECTOR_STORE_CONFIG,
        () -> VectorRetrievables.builder(null, "docs"));
    assertFails(
        VectorErrorCode.E_INVALID_VECTOR_STORE_CONFIG, () -> VectorRetrievables.builder(db, ""));
    assertFails(
        VectorErrorCode.E_INVALID_VECTOR_STORE_CONFIG,
        () -> VectorRetrievables.builder(db, "docs").trustTier((TrustTier) null));
    assertFails(VectorErrorCode.E_INVALID_VECTOR_STORE_CONFIG, () -> glue().topK(0));
    assertFails(
        VectorErrorCode.E_VECTOR_STORE_QUERY_CONFLICT,
        () ->
            glue()
                .deriveQuery(ctx -> Optional.of(Near.vector()))
                .build()
                .fetchRetrievables(saying()));
  }

  private RetrievableStorage boundedByTenant() {
    return glue().filter(ctx -> VectorFilter.eq("tenant", ctx.scope().tenant())).build();
  }

  private static AgentContext tenant(String name) {
    return context(new Scope(name, null, null));
  }

  private static Retrievable note(String id, String text) {
    return Retrievable.builder()
        .id(id)
        .content(text)
        .trustTier(TrustTier.FIRST_PARTY)
        .createdAt(NOW)
        .updatedAt(NOW)
        .build();
  }

  @Test
  void findsRecordsStoredBehindAFilterOnlyThere() throws Exception {
    boundedByTenant().storeRetrievable(tenant("a"), note("n", "of a"));

    assertThat(boundedByTenant().fetchRetrievables(tenant("a")))
        .extracting(Retrievable::id)
        .containsExactly("n");
    assertThat(boundedByTenant().fetchRetrievables(tenant("b"))).isEmpty();
  }

  @Test
  void keepsRecordsOutsideOfTheFilter() throws Exception {
    boundedByTenant().storeRetrievable(tenant("a"), note("n", "of a"));

    assertFails(
        VectorErrorCode.E_VECTOR_STORE_UPSERT_FAILED,
        () -> boundedByTenant().storeRetrievable(tenant("b"), note("n", "of b")));
    assertFails(
        VectorErrorCode.E_VECTOR_STORE_UPSERT_FAILED,
        () -> boundedByTenant().mutateRetrievable(tenant("b"), note("full", "of b")));
    boundedByTenant().deleteRetrievable(tenant("b"), "n");
    boundedByTenant().deleteRetrievable(tenant("b"), "full");

    assertThat(boundedByTenant().fetchRetrievables(tenant("a")).getFirst().contentString())
        .isEqualTo("of a");
    assertThat(docs().whereIn("id", List.of("full")).select("id").fetch()).hasSize(1);
    boundedByTenant().deleteRetrievable(tenant("a"), "n");
    assertThat(boundedByTenant().fetchRetrievables(tenant("a"))).isEmpty();
  }

  @Test
  void refusesARecordHiddenByItsFilter() throws Exception {
    RetrievableStorage pagesOnly = glue().filter(VectorFilter.eq("kind", "page")).build();
    RetrievableStorage recent =
        glue().filter(VectorFilter.condition("year", FilterOperator.GT, 2020)).build();
    RetrievableStorage raw = glue().filter(VectorFilter.Raw.sql("true")).build();
    Retrievable other = note("n", "x").toBuilder().kind("memo").build();

    assertFails(
        VectorErrorCode.E_VECTOR_STORE_UPSERT_FAILED,
        () -> pagesOnly.storeRetrievable(saying(), other));
    assertFails(
        VectorErrorCode.E_VECTOR_STORE_UPSERT_FAILED,
        () -> recent.storeRetrievable(saying(), note("n", "x")));
    assertFails(
        VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR,
        () -> raw.storeRetrievable(saying(), note("n", "x")));
    assertThat(docs().whereIn("id", List.of("n")).select("id").fetch()).isEmpty();
  }
}
