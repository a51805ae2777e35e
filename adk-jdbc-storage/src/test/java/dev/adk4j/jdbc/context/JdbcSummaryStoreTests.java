package dev.adk4j.jdbc.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.AtOnce;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.OnSharedDatabase;
import dev.adk4j.prompt.context.SummaryStore.Entry;
import dev.adk4j.value.Scope;
import org.junit.jupiter.api.Test;

/** Summaries outlive the process that paid for them. */
class JdbcSummaryStoreTests extends OnSharedDatabase {

  private final JdbcSummaryStore store = node();

  JdbcSummaryStoreTests(DatabaseKind kind) {
    super(kind);
  }

  private JdbcSummaryStore node() {
    return JdbcSummaryStore.of(database.dataSource(), JdbcStorageOptions.DEFAULT);
  }

  private Scope scope(String subject, String conversation) {
    return Scope.of(tenant, subject, conversation);
  }

  @Test
  void theNewestSummaryIsThereForEveryNodeAndSubjectOfTheConversation() {
    assertThat(store.load(scope("ann", "c"))).isEmpty();
    store.save(scope("ann", "c"), new Entry("first", "m1"));
    store.save(scope("ann", "c"), new Entry("second", "m2"));

    assertThat(node().load(scope("bob", "c"))).contains(new Entry("second", "m2"));
    assertThat(node().load(scope("ann", "d"))).isEmpty();
    assertThat(node().load(Scope.of(tenant + "-other", "ann", "c"))).isEmpty();
  }

  @Test
  void keepsLongTextsAndCharactersRefusedByDatabases() {
    Entry entry = new Entry("a\u0000b\ud800c\u0010d" + "x".repeat(100_000), "m\u0000");
    store.save(scope("ann", "c"), entry);
    assertThat(store.load(scope("ann", "c"))).contains(entry);
  }

  @Test
  void manyMayBeFirst() throws Exception {
    AtOnce.run(8, n -> node().save(scope("ann", "c"), new Entry("of " + n, "m" + n)));
    Entry stays = store.load(scope("ann", "c")).orElseThrow();
    assertThat(stays.coveredThrough()).isEqualTo(stays.summary().replace("of ", "m"));
  }

  @Test
  void findsNothingWithoutAConversation() {
    assertThatThrownBy(() -> store.load(Scope.DEFAULT))
        .matches(e -> AdkException.is(e, AdkErrorCode.E_STORAGE_SCOPE_MISSING));
  }
}
