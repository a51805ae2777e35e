package dev.adk4j.jdbc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.OnSharedDatabase;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryStore.RelevanceScale;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.value.Ids;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class JdbcMemoryStoreTests extends OnSharedDatabase {

  private final boolean postgres = kind == DatabaseKind.POSTGRES;
  private final MemoryOwner ann = new MemoryOwner("tenant-" + Ids.next(), "ann");
  private final MemoryWriteContext write = MemoryWriteContext.of(ann);
  private final JdbcMemoryStore store =
      JdbcMemoryStore.builder(database.dataSource(), "facts").build();

  JdbcMemoryStoreTests(DatabaseKind kind) {
    super(kind);
  }

  @Test
  void ordersByNumberOfSharedWordsAndThenNewestFirst() {
    add("Ann likes hiking");
    add("Ann likes hiking in Norway");
    add("Ann has a dog");
    add("Bob plays chess");

    assertThat(contents("does ANN like hiking in norway?", 10))
        .containsExactly("Ann likes hiking in Norway", "Ann likes hiking", "Ann has a dog");
    assertThat(contents("ann", 10))
        .containsExactly("Ann has a dog", "Ann likes hiking in Norway", "Ann likes hiking");
    assertThat(contents("ann", 2)).hasSize(2);
  }

  @Test
  void rankerScoresEntriesWithASharedWord() {
    add("Ann likes hiking in Norway");
    add("Ann has a dog");
    add("Bob plays chess");
    JdbcMemoryStore ranked =
        JdbcMemoryStore.builder(database.dataSource(), "facts")
            .ranker((query, content) -> content.contains("likes") ? 0 : 1.0 / content.length())
            .build();

    List<MemoryEntry> found = ranked.search("ann bob likes", SearchOptions.of(3, ann));

    assertThat(found)
        .extracting(MemoryEntry::content)
        .containsExactly("Ann has a dog", "Bob plays chess");
    assertThat(found.getFirst().relevance()).isEqualTo(1.0 / 13);
    assertThat(found.getFirst().metadata()).containsEntry(JdbcMemoryStore.RELEVANCE, 1.0 / 13);
    assertThat(ranked.relevanceScale()).isEqualTo(RelevanceScale.NONE);
  }

  @Test
  void wordsAreWhole() {
    add("hiking");

    assertThat(contents("hik", 10)).isEmpty();
    assertThat(contents("hiking-boots", 10)).containsExactly("hiking");
  }

  @Test
  void wordsOfEveryScriptAndShapeAreFound() {
    List<String> contents =
        List.of(
            "mail ann@example.com about foo_bar",
            "Årsmøtet er på Blåskjellvegen",
            "встреча в Москве",
            "it's 'quoted' \\ back & forth | or : * ! (x)",
            "wait\u0000what \ud800 \u0010");
    contents.forEach(this::add);

    assertThat(contents("example", 10)).containsExactly(contents.get(0));
    assertThat(contents("foo_bar", 10)).containsExactly(contents.get(0));
    assertThat(contents("blåskjellvegen", 10)).containsExactly(contents.get(1));
    assertThat(contents("МОСКВЕ", 10)).containsExactly(contents.get(2));
    assertThat(contents("QUOTED & (forth) | ! : ' \\", 10)).containsExactly(contents.get(3));
    assertThat(contents("what", 10)).containsExactly(contents.get(4));
    assertThat(contents("% _ ' \" ? *", 10)).as("no word").isEmpty();
  }

  @Test
  void aContentOfAMegabyteIsFoundByAnyOfItsWords() {
    String many =
        IntStream.range(0, 120_000).mapToObj(n -> "w" + n * 7919L).collect(Collectors.joining(" "));
    String one = "x".repeat(1_000_000);
    add(many);
    add(one + " needle");

    assertThat(contents("w0", 10)).containsExactly(many);
    assertThat(contents("w" + 119_999 * 7919L, 10)).containsExactly(many);
    assertThat(contents("needle", 10)).hasSize(1);
    assertThat(contents(one, 10)).hasSize(1);
    assertThat(contents(many, 10)).as("a query of a megabyte").containsExactly(many);
  }

  @Test
  void anEntryCarriesItsIdTimesMetadataAndRelevance() {
    String id = store.add("Ann likes tea", Map.of("k", 1, JdbcMemoryStore.RELEVANCE, 99), write);

    MemoryEntry entry = store.search("likes tea", SearchOptions.of(3, ann)).getFirst();

    assertThat(entry.id()).isEqualTo(id);
    assertThat(entry.relevance()).isEqualTo(2);
    assertThat(entry.metadata()).isEqualTo(Map.of("k", 1, JdbcMemoryStore.RELEVANCE, 2));
    assertThat(entry.createdAt()).isNotNull().isEqualTo(entry.updatedAt());
    assertThat(entry.storeName()).isEqualTo("facts");
  }

  @Test
  void theSameContentIsThereOnceAndKeepsItsMetadata() {
    String id = store.add("Ann likes tea", Map.of("k", 1), write);

    assertThat(store.add("  Ann likes tea\n", Map.of("k", 2), write)).isEqualTo(id);

    assertThat(store.search("tea", SearchOptions.of(3, ann)).getFirst().metadata())
        .containsEntry("k", 1);
    assertThat(contents("tea", 10)).hasSize(1);
  }

  @Test
  void usedIdempotencyKeyWritesNothing() {
    MemoryWriteContext keyed = write.withIdempotencyKey("key");
    String id = store.add("Ann likes tea", Map.of(), keyed);

    assertThat(store.add("Ann likes green tea", Map.of(), keyed)).isEqualTo(id);

    assertThat(contents("tea", 10)).containsExactly("Ann likes tea");
  }

  @Test
  void aKeyIsUsedByItsOwnerInItsStoreAlone() {
    MemoryOwner bob = new MemoryOwner(ann.tenant(), "bob");
    JdbcMemoryStore second = JdbcMemoryStore.builder(database.dataSource(), "other").build();
    String id = store.add("Ann likes tea", Map.of(), write.withIdempotencyKey("key"));

    String bobs =
        store.add("Bob likes tea", Map.of(), MemoryWriteContext.of(bob).withIdempotencyKey("key"));
    second.add("Ann likes green tea", Map.of(), write.withIdempotencyKey("key"));

    assertThat(bobs).isNotEqualTo(id);
    assertThat(store.search("tea", SearchOptions.of(3, bob)))
        .extracting(MemoryEntry::content)
        .containsExactly("Bob likes tea");
    assertThat(second.search("tea", SearchOptions.of(3, ann)))
        .extracting(MemoryEntry::content)
        .containsExactly("Ann likes green tea");
  }

  @Test
  void theBestOfManyEntriesIsFoundHoweverOldItIs() throws SQLException {
    findsTheBestOf(10_000);
  }

  @Nested
  @Tag("slow")
  class OfAHundredThousandEntries {

    @Test
    void theBestIsFoundHoweverOldItIs() throws SQLException {
      findsTheBestOf(100_000);
    }
  }

  private void findsTheBestOf(int entries) throws SQLException {
    add("Ann likes hiking in Norway");
    try (Connection connection = database.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                ("insert into adk_memory_record (tenant, subject, store_name, id, content,"
                        + " content_hash, terms, metadata, origin, created_at, updated_at, version)"
                        + " select ?, ?, 'facts', cast(n as varchar), 'Ann has number ' || n,"
                        + " cast(n as varchar), %s, '{}', 'program', 0, 0, 0 from %s")
                    .formatted(
                        postgres ? "cast('''ann'' ''number''' as tsvector)" : "' ann number '",
                        postgres
                            ? "generate_series(1, " + entries + ") n"
                            : "(select x as n from system_range(1, " + entries + "))"))) {
      insert.setString(1, ann.tenant());
      insert.setString(2, ann.subject());
      insert.executeUpdate();
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
    }

    assertThat(contents("where does Ann like hiking, Norway?", 1))
        .containsExactly("Ann likes hiking in Norway");
  }

  @Test
  void theBestEntryIsFoundBehindNewerOnesUpToTheCandidateLimit() {
    add("Ann likes hiking in Norway");
    add("Ann likes hiking");
    for (int n = 0; n < 10; n++) {
      add("Ann has number " + n);
    }
    JdbcMemoryStore narrow =
        JdbcMemoryStore.builder(database.dataSource(), "facts").candidateLimit(11).build();

    assertThat(contents("where does Ann like hiking, Norway?", 1))
        .containsExactly("Ann likes hiking in Norway");
    assertThat(narrow.search("where does Ann like hiking, Norway?", SearchOptions.of(1, ann)))
        .extracting(MemoryEntry::content)
        .containsExactly("Ann likes hiking in Norway");
  }

  @Test
  void ownersAndStoresOfTheSameNameDoNotSeeEachOther() {
    MemoryOwner bob = new MemoryOwner(ann.tenant(), "bob");
    MemoryOwner abroad = new MemoryOwner(ann.tenant() + "x", "ann");
    JdbcMemoryStore second = JdbcMemoryStore.builder(database.dataSource(), "other").build();
    String id = store.add("secret tea", Map.of(), write);

    for (MemoryOwner owner : List.of(bob, abroad)) {
      store.delete(id, MemoryWriteContext.of(owner));
      store.forgetOwner(owner);
      assertThat(store.search("tea", SearchOptions.of(3, owner))).isEmpty();
    }
    assertThat(second.search("tea", SearchOptions.of(3, ann))).isEmpty();
    assertThat(contents("tea", 3)).hasSize(1);
  }

  @Test
  void anEntryCanBeChangedAndDeleted() {
    String id = store.add("Ann likes tea", Map.of("k", 1), write);
    String other = store.add("Ann likes coffee", Map.of(), write);

    store.update(id, "Ann likes coffee", Map.of("k", 2), write);

    assertThat(store.search("ann coffee tea", SearchOptions.of(3, ann)))
        .extracting(MemoryEntry::id)
        .containsExactly(id)
        .doesNotContain(other);
    store.update("mine", "Ann likes water", Map.of(), write);
    assertThat(contents("water", 3)).hasSize(1);
    store.delete("mine", write);
    store.delete("mine", write);
    assertThat(contents("water", 3)).isEmpty();
    store.forgetOwner(ann);
    assertThat(contents("ann", 3)).isEmpty();
  }

  @Test
  void reportsAllViolationsOfACall() {
    assertThatThrownBy(() -> store.add(" \n", Map.of(), write))
        .satisfies(is("VALIDATION_EXCEPTION"));
    assertThatThrownBy(() -> store.search("tea", new SearchOptions(3, null)))
        .satisfies(is("E_MEMORY_SCOPE_MISSING"));
    assertThatThrownBy(() -> store.update("x".repeat(300), "a", Map.of(), write))
        .satisfies(is("VALIDATION_EXCEPTION"));
    JdbcMemoryStore readOnly =
        JdbcMemoryStore.builder(database.dataSource(), "facts").writable(false).build();
    assertThatThrownBy(() -> readOnly.add("a", Map.of(), write))
        .satisfies(is("E_MEMORY_STORE_READ_ONLY"));
    assertThatThrownBy(
            () ->
                JdbcMemoryStore.builder(database.dataSource(), " ")
                    .candidateLimit(0)
                    .maxSearchResults(0)
                    .build())
        .hasMessageContaining("$.name")
        .hasMessageContaining("$.candidateLimit")
        .hasMessageContaining("$.maxSearchResults");
  }

  @Test
  void listsEntriesOfAnOwnerOldestFirst() {
    add("one");
    add("two");
    add("three");
    store.add("not hers", Map.of(), MemoryWriteContext.of(new MemoryOwner(ann.tenant(), "bob")));

    assertThat(store.entries(ann, 10))
        .extracting(MemoryEntry::content)
        .containsExactly("one", "two", "three");
    assertThat(store.entries(ann, 2))
        .extracting(MemoryEntry::content)
        .containsExactly("two", "three");
    assertThat(store.entries(ann, 1).getFirst())
        .satisfies(
            entry -> {
              assertThat(entry.id()).isNotNull();
              assertThat(entry.createdAt()).isNotNull();
              assertThat(entry.relevance()).isNull();
            });
    assertThat(store.entries(new MemoryOwner("other", "ann"), 10)).isEmpty();
    assertThatThrownBy(() -> store.entries(ann, 0)).satisfies(is("VALIDATION_EXCEPTION"));
  }

  private static java.util.function.Consumer<Throwable> is(String code) {
    return e ->
        assertThat(((AdkException) e).errorCode()).extracting(ErrorCode::name).isEqualTo(code);
  }

  private void add(String content) {
    store.add(content, Map.of(), write);
  }

  private List<String> contents(String query, int limit) {
    return store.search(query, SearchOptions.of(limit, ann)).stream()
        .map(MemoryEntry::content)
        .toList();
  }
}
