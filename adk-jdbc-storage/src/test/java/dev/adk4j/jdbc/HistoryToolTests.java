package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.primitive.Message;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The model's search: its own scope, whatever it writes. */
class HistoryToolTests {

  private final ConversationHistory history = DatabaseKind.H2.shared().storage().history();
  private final String tenant = "tenant-" + Ids.next();

  @Test
  void givesAllMatchesPageByPage() {
    for (int i = 0; i < 25; i++) {
      say("ann", "c" + i % 3, "lamp " + i);
    }
    say("bob", "c9", "lamp of bob");
    List<String> found = new ArrayList<>();
    JsonNode page = search(Map.of("text", "lamp"));
    while (page.has("next")) {
      page.path("messages").forEach(each -> found.add(each.path("text").stringValue()));
      page = search(Map.of("text", "lamp", "after", page.path("next").stringValue()));
    }
    page.path("messages").forEach(each -> found.add(each.path("text").stringValue()));
    assertThat(found).hasSize(25).doesNotHaveDuplicates().doesNotContain("lamp of bob");
  }

  @Test
  void aPlaceThatTheModelMadeUpLeadsToNobodyElse() throws Exception {
    say("ann", "c", "lamp of ann");
    say("bob", "z", "lamp of bob");
    String far = "999999999999999/999/z";
    assertThat(search(Map.of("text", "lamp", "after", far)).path("messages").toString())
        .contains("lamp of ann")
        .doesNotContain("bob");
    for (String wrong : List.of("1", "a/b/c", "1/2/", "' or 1=1 --", "9".repeat(30) + "/1/c")) {
      assertThatThrownBy(() -> search(Map.of("text", "lamp", "after", wrong)))
          .hasMessageContaining("$.after");
    }
  }

  @Test
  void saysWhereALongTextWasCut() throws Exception {
    say("ann", "c", "lamp " + "x".repeat(5_000));
    JsonNode message = search(Map.of("text", "lamp")).path("messages").path(0);
    assertThat(message.path("text").stringValue()).hasSize(1_000);
    assertThat(message.path("cutAfter").intValue()).isEqualTo(1_000);
  }

  private JsonNode search(Map<String, ?> args) {
    HistorySearch search = new HistorySearch(DatabaseKind.H2.shared().storage(), database());
    return new HistoryTool(search)
        .answer(Scope.of(tenant, "ann", "c"), Json.mapper().valueToTree(args));
  }

  private static Database database() {
    return new Database(DatabaseKind.H2.shared().dataSource(), JdbcStorageOptions.DEFAULT);
  }

  private void say(String subject, String conversation, String text) {
    history.append(
        Scope.of(tenant, subject, conversation),
        List.of(Message.user(Ids.next(), text, Instant.EPOCH)));
  }
}
