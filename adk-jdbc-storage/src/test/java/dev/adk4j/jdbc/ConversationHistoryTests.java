package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.jdbc.ConversationHistory.Match;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConversationHistoryTests extends OnSharedDatabase {

  private final ConversationHistory history = database.storage().history();

  ConversationHistoryTests(DatabaseKind kind) {
    super(kind);
  }

  @Test
  void appendsRecordsOfAllKindsInTheirOrder() {
    Scope scope = scope("ann", "c");
    history.append(
        scope,
        List.of(Turns.user("1"), Turns.thought("2"), Turns.toolCall("3"), Turns.assistant("4")));
    history.append(scope, List.of(Turns.user("5")));
    assertThat(history.read(scope, 10))
        .extracting(ConversationEntry::seq)
        .containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(history.read(scope, 2, 3))
        .satisfiesExactly(
            each -> assertThat(each).isInstanceOf(ConversationEntry.Reflected.class),
            each -> assertThat(each).isInstanceOf(ConversationEntry.Called.class));
  }

  @Test
  void appendsAnEqualRecordOnceAndRefusesADifferentOneWithTheRestOfItsList() {
    Scope scope = scope("ann", "c");
    history.append(scope, List.of(Turns.user("1")));
    history.append(scope, List.of(Turns.user("1"), Turns.user("2")));
    assertThatThrownBy(() -> history.append(scope, List.of(Turns.user("3"), Turns.assistant("2"))))
        .hasMessageContaining("stored under the id '2'");
    assertThat(history.read(scope, 10)).hasSize(2);
  }

  @Test
  void findsMessagesWithAllWordsWhateverTheirCaseAndOrder() {
    say("ann", "c", "The BLUE lamp costs 30", "A blue chair", "A red lamp");
    assertThat(texts(history.search(scope("ann", null), "lamp blue", 10, null)))
        .containsExactly("The BLUE lamp costs 30");
  }

  @Test
  void takesCharactersOfPatternsAndOfSqlAsTheyAre() {
    say("ann", "c", "100% wool", "100 percent", "a_b", "axb", "so!", "it's; --", "\0 odd \ud800");
    assertThat(texts(history.search(scope("ann", null), "100%", 10, null)))
        .containsExactly("100% wool");
    assertThat(texts(history.search(scope("ann", null), "a_b", 10, null))).containsExactly("a_b");
    assertThat(texts(history.search(scope("ann", null), "o!", 10, null))).containsExactly("so!");
    assertThat(texts(history.search(scope("ann", null), "it's; --", 10, null)))
        .containsExactly("it's; --");
    assertThat(history.search(scope("ann", null), "\0", 10, null)).hasSize(1);
  }

  @Test
  void searchesAllConversationsOfTheSubjectAndNoOthers() {
    say("ann", "c1", "lamp one");
    say("ann", "c2", "lamp two");
    say("bob", "c3", "lamp of bob");
    history.append(
        Scope.of("other-" + tenant, "ann", "c1"), List.of(Message.user("lamp elsewhere")));
    assertThat(texts(history.search(scope("ann", null), "lamp", 10, null)))
        .containsExactlyInAnyOrder("lamp one", "lamp two");
    assertThat(texts(history.search(scope(null, "c3"), "lamp", 10, null)))
        .containsExactly("lamp of bob");
    assertThat(texts(history.search(scope("ann", "c3"), "lamp", 10, null))).hasSize(3);
    assertThatThrownBy(() -> history.search(scope(null, null), "lamp", 10, null))
        .hasMessageContaining("no conversation");
  }

  @Test
  void givesEveryMatchOnOnePageOnlyAlsoIfAllHaveTheSameTime() {
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      messages.add(Message.user("m" + i, "lamp " + i, Instant.EPOCH));
    }
    history.append(scope("ann", "c"), messages);
    List<String> found = new ArrayList<>();
    List<Match> page = history.search(scope("ann", null), "lamp", 10, null);
    while (!page.isEmpty()) {
      found.addAll(texts(page));
      page = history.search(scope("ann", null), "lamp", 10, page.getLast());
    }
    assertThat(found).hasSize(25).doesNotHaveDuplicates().startsWith("lamp 24").endsWith("lamp 0");
  }

  @Test
  void refusesTextsAndLimitsBeyondTheirBounds() {
    Scope scope = scope("ann", null);
    assertThatThrownBy(() -> history.search(scope, " ", 10, null)).hasMessageContaining("$.text");
    assertThatThrownBy(() -> history.search(scope, "a ".repeat(11), 10, null))
        .hasMessageContaining("$.text");
    assertThatThrownBy(() -> history.search(scope, "a".repeat(501), 10, null))
        .hasMessageContaining("$.text");
    assertThatThrownBy(() -> history.search(scope, "a", 101, null)).hasMessageContaining("$.limit");
  }

  @Test
  void findsNothingThatWasErased() {
    say("ann", "c1", "lamp one");
    AdkStorageAdmin.of(database.dataSource()).erase(new ErasureTarget.Subject(tenant, "ann"));
    assertThat(history.search(scope("ann", null), "lamp", 10, null)).isEmpty();
  }

  private void say(String subject, String conversation, String... texts) {
    for (String text : texts) {
      history.append(scope(subject, conversation), List.of(Message.user(text)));
    }
  }

  private Scope scope(String subject, String conversation) {
    return Scope.of(tenant, subject, conversation);
  }

  private static List<String> texts(List<Match> found) {
    return found.stream().map(match -> match.message().text()).toList();
  }
}
