package dev.adk4j.test.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.storage.RetrievableStorage;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.test.TestAgentContext;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.Near;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.retrieval.VectorRetrievables;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of retrieval over the store under test. */
interface VectorRetrievablesCases extends VectorFixture {

  Instant THEN = Instant.parse("2026-01-02T03:04:05.678Z");

  private VectorRetrievables.Builder glue() {
    return VectorRetrievables.builder(db(), COLLECTION).trustTier(TrustTier.THIRD_PARTY_PRIVATE);
  }

  private static Retrievable retrievable(String id, String content) {
    return Retrievable.builder()
        .id(id)
        .content(content)
        .trustTier(TrustTier.FIRST_PARTY)
        .source("handbook")
        .createdAt(THEN)
        .updatedAt(THEN)
        .build();
  }

  private static AgentContext asking(String... texts) throws Exception {
    TestAgentContext ctx = AgentContexts.forScope(Scope.DEFAULT.withConversation("c"));
    for (String text : texts) {
      ctx.storeMessage(Message.user(text));
    }
    return ctx;
  }

  @Test
  default void findsStoredRetrievables() throws Exception {
    RetrievableStorage storage = glue().build();
    storage.storeRetrievable(asking(), retrievable("r", "a cat"));
    storage.storeRetrievable(asking(), retrievable("s", "the dog went for a long walk"));
    storage.mutateRetrievable(asking(), retrievable("s", "the dog went for a walk"));
    List<Retrievable> found = storage.fetchRetrievables(asking("ignored", "a cat"));
    assertThat(found).extracting(Retrievable::id).containsExactly("r", "s");
    assertThat(found.getFirst().contentString()).isEqualTo("a cat");
    assertThat(found.get(1).contentString()).isEqualTo("the dog went for a walk");
    assertThat(found.getFirst().trustTier()).isEqualTo(TrustTier.THIRD_PARTY_PRIVATE);
    assertThat(found.getFirst().source()).hasValue("handbook");
    assertThat(found.getFirst().createdAt()).isEqualTo(THEN);
    assertThat(found.getFirst().score()).isPresent();
    storage.deleteRetrievable(asking(), "r");
    storage.deleteRetrievable(asking(), "nobody");
    assertThat(storage.fetchRetrievables(asking("a cat")))
        .extracting(Retrievable::id)
        .containsExactly("s");
  }

  @Test
  default void hidesRecordsOutsideOfTheFilter() throws Exception {
    store(record("mine", 1).metadata("tenant", "t"), record("theirs", 1).metadata("tenant", "u"));
    List<VectorFilter> filters =
        List.of(
            VectorFilter.eq("tenant", "t"),
            VectorFilter.and(VectorFilter.eq("tenant", "t")),
            VectorFilter.not(VectorFilter.eq("tenant", "u")));
    for (VectorFilter filter : filters) {
      RetrievableStorage storage = glue().filter(filter).build();
      assertThat(storage.fetchRetrievables(asking("text")))
          .extracting(Retrievable::id)
          .containsExactly("mine");
    }
  }

  @Test
  default void findsNothingForAnEmptyQuery() throws Exception {
    store(record("a", 1));
    assertThat(glue().build().fetchRetrievables(asking())).isEmpty();
    assertThat(glue().build().fetchRetrievables(asking("   "))).isEmpty();
    assertThat(glue().deriveQuery(ctx -> Optional.empty()).build().fetchRetrievables(asking("cat")))
        .isEmpty();
    assertThat(
            glue()
                .deriveQuery(ctx -> Optional.of(Near.text("\t")))
                .build()
                .fetchRetrievables(asking("cat")))
        .isEmpty();
    assertThat(glue().build().fetchRetrievables(asking("cat"))).hasSize(1);
  }
}
