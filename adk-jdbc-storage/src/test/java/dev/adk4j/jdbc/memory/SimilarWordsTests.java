package dev.adk4j.jdbc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.jdbc.PostgresServer;
import dev.adk4j.jdbc.RoundTrips;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.SearchOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A PostgreSQL that knows trigrams, where it is told to use them. */
class SimilarWordsTests {

  private static final String MISSPELLED = "whre does Ann like hikng, Norwy?";

  private final MemoryOwner ann = new MemoryOwner("acme", "ann");
  @AutoClose private TestDatabase database;
  private JdbcMemoryStore store;

  @BeforeEach
  void open() {
    PostgresServer server = PostgresServer.get().newDatabase();
    database = TestDatabase.counted(server.url(), server.user(), server.password()).withTables();
    store = JdbcMemoryStore.builder(database.dataSource(), "facts").build();
    assumeTrue(
        database.count("select count(*) from pg_available_extensions where name = 'pg_trgm'") == 1,
        "this server cannot have trigrams");
  }

  private void withTrigrams() {
    database.execute("create schema extra");
    database.execute("create extension pg_trgm schema extra");
    database.execute("create index on adk_memory_record using gin (content extra.gin_trgm_ops)");
  }

  private void add(String... contents) {
    for (String content : contents) {
      store.add(content, Map.of(), MemoryWriteContext.of(ann));
    }
  }

  private List<String> contents(String query) {
    return store.search(query, SearchOptions.of(3, ann)).stream()
        .map(MemoryEntry::content)
        .toList();
  }

  @Test
  void misspelledQueryFindsTheBestOfManyFactsWithOneStatement() {
    findsTheBestOf(10_000);
  }

  @Nested
  @Tag("slow")
  class OfAHundredThousandFacts {

    @Test
    void misspelledQueryFindsTheBestWithOneStatement() {
      findsTheBestOf(100_000);
    }
  }

  private void findsTheBestOf(int facts) {
    withTrigrams();
    add("Ann likes hiking in Norway");
    database.execute(
        """
        insert into adk_memory_record (tenant, subject, store_name, id, content, content_hash, terms, metadata, origin,
          created_at, updated_at, version)
        select 'acme', 'ann', 'facts', cast(n as varchar), 'Ann has the number ' || n, cast(n as varchar),
          array_to_tsvector(array['ann', 'has', 'the', 'number', cast(n as text)]), '{}', 'program', 0, 0, 0
        from generate_series(1, %d) n"""
            .formatted(facts));
    database.execute("analyze");

    assertThat(contents(MISSPELLED)).first().isEqualTo("Ann likes hiking in Norway");
    long before = RoundTrips.count();
    assertThat(contents("hikng")).containsExactly("Ann likes hiking in Norway");
    assertThat(RoundTrips.count() - before).isEqualTo(1);
    // similar to a word of everything
    assertThat(contents("nmber hikng norwy")).first().isEqualTo("Ann likes hiking in Norway");
  }

  @Test
  void wordsAsTheyAreOutweighSimilarOnes() {
    withTrigrams();
    add("Ann likes hiking", "Ann likes viking tales", "Ann likes to be at home");

    assertThat(contents("hiking")).containsExactly("Ann likes hiking");
    List<MemoryEntry> found = store.search("likes hikng", SearchOptions.of(3, ann));
    assertThat(found)
        .extracting(MemoryEntry::content)
        .containsExactly("Ann likes hiking", "Ann likes to be at home", "Ann likes viking tales");
    assertThat(found.getFirst().relevance()).isBetween(1.4, 1.9);
    assertThat(found.getFirst().metadata())
        .containsEntry(JdbcMemoryStore.RELEVANCE, found.getFirst().relevance());
    assertThat(found.getLast().metadata()).containsEntry(JdbcMemoryStore.RELEVANCE, 1);
    assertThat(contents("hom")).as("too short to be similar to anything").isEmpty();
    assertThat(contents("zzzz")).isEmpty();
  }

  @Test
  void similarWordsOfOtherOwnersAndStoresAreNotFound() {
    withTrigrams();
    store.add("hiking", Map.of(), MemoryWriteContext.of(new MemoryOwner("acme", "bob")));
    store.add("hiking", Map.of(), MemoryWriteContext.of(new MemoryOwner("rival", "ann")));
    JdbcMemoryStore.builder(database.dataSource(), "other")
        .build()
        .add("hiking", Map.of(), MemoryWriteContext.of(ann));

    assertThat(contents("hikng")).isEmpty();
  }

  @Test
  void matchesWholeWordsWithoutExtensionOrIndex() {
    add("Ann likes hiking in Norway", "Ann has a dog");
    assertThat(contents(MISSPELLED)).containsExactly("Ann has a dog", "Ann likes hiking in Norway");
    assertThat(contents("hikng")).isEmpty();

    database.execute("create extension pg_trgm");
    store = JdbcMemoryStore.builder(database.dataSource(), "facts").build();
    assertThat(contents("hikng")).as("scanning all would take seconds").isEmpty();
  }
}
