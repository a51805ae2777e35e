package dev.adk4j.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Decisions, files, memories and pages over HTTP. */
class ApprovalApiTests extends SampleOverHttp {

  @Test
  void theFirstDecisionCountsAndASecondIsAConflict() throws Exception {
    try (GateWatcher gate = GateWatcher.ask(api, "first", "publish: First - wins")) {
      assertThat(gate.gate().at("/payload/tool").asString()).isEqualTo("publish_note");
      assertThat(gate.gate().at("/payload/args/title").asString()).isEqualTo("First");
      assertThat(api.postJson(gate.path(), "{\"decision\":\"approve\"}").statusCode())
          .isEqualTo(204);
      HttpResponse<String> second = api.postJson(gate.path(), "{\"decision\":\"reject\"}");
      assertThat(second.statusCode()).isEqualTo(409);
      assertThat(second.body()).contains("E_GATE_NOT_OPEN");
      assertThat(gate.answer()).isEqualTo("Published the note \"First\".");
    }
  }

  @Test
  void changedArgumentsAreCheckedAndTheGateStaysOpen() throws Exception {
    try (GateWatcher gate = GateWatcher.ask(api, "changed", "publish: Old - text")) {
      HttpResponse<String> bad =
          api.postJson(
              gate.path(), "{\"decision\":\"approve\",\"args\":{\"title\":\"New\",\"x\":1}}");
      assertThat(bad.statusCode()).isEqualTo(422);
      assertThat(bad.body()).contains("E_DECISION_ARGS_INVALID");
      String good = "{\"decision\":\"approve\",\"args\":{\"title\":\"New\",\"text\":\"words\"}}";
      assertThat(api.postJson(gate.path(), good).statusCode()).isEqualTo(204);
      assertThat(gate.answer()).startsWith("Published the note \"New\"");
    }
    assertThat(api.json("/api/notes").at("/notes/0/text").asString()).isEqualTo("words");
  }

  @Test
  void aGateIsUnknownInAnotherConversation() throws Exception {
    try (GateWatcher gate = GateWatcher.ask(api, "mine", "publish: Mine - only")) {
      String foreign = gate.path().replace("/mine/", "/yours/");
      assertThat(api.postJson(foreign, "{\"decision\":\"approve\"}").statusCode()).isEqualTo(409);
      assertThat(api.postJson(foreign.replaceFirst("/gates/.*", "/stop"), "{}").statusCode())
          .isEqualTo(409);
      assertThat(api.postJson(gate.path(), "{\"decision\":\"reject\"}").statusCode())
          .isEqualTo(204);
      assertThat(gate.answer()).contains("A person rejected it, so nothing was done.");
    }
    assertThat(api.json("/api/notes").toString()).doesNotContain("Mine");
  }

  @Test
  void pagesOfOtherSitesChangeNothing() throws Exception {
    HttpResponse<String> refused =
        api.postJson(
            "/api/conversations/evil/messages",
            "{\"text\":\"hi\"}",
            "Sec-Fetch-Site",
            "cross-site");
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).contains("E_CROSS_SITE_REQUEST");
    assertThat(api.get("/evil").statusCode()).isEqualTo(404);
    assertThat(api.getPath("/").headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'")
        .doesNotContain("unsafe");
  }

  @Test
  void aFileIsKeptWithItsTierAndHazardAndGivenBack() throws Exception {
    HttpResponse<String> sent = api.upload("files", "../a \"list\".csv", "a,b\n1,2\n".getBytes());
    assertThat(sent.statusCode()).isEqualTo(200);
    JsonNode file = api.conversation("files").at("/entries/0/message/attachments/0");
    assertThat(file.path("filename").asString()).isEqualTo("a list.csv");
    assertThat(file.path("mimeType").asString()).isEqualTo("text/csv");
    assertThat(file.path("trustTier").asString()).isEqualTo("third-party-private");
    assertThat(file.path("modalityHazard").asString()).isEqualTo("extractable-instructions");
    String id = file.path("id").asString();
    HttpResponse<String> back = api.get("/files/attachments/" + id);
    assertThat(back.body()).isEqualTo("a,b\n1,2\n");
    assertThat(back.headers().firstValue("Content-Disposition").orElse(""))
        .startsWith("attachment");
    assertThat(api.get("/other/attachments/" + id).statusCode()).isEqualTo(404);
  }

  static Stream<List<Object>> badFiles() {
    return Stream.of(
        List.of("empty.txt", new byte[0], 400, "E_ATTACHMENT_EMPTY"),
        List.of("run.exe", "MZ".getBytes(), 415, "E_ATTACHMENT_TYPE_UNSUPPORTED"),
        List.of("page.png", "<html>".getBytes(), 415, "E_ATTACHMENT_TYPE_UNSUPPORTED"),
        List.of("latin.txt", new byte[] {(byte) 0xE4}, 415, "E_ATTACHMENT_TYPE_UNSUPPORTED"),
        List.of("large.txt", new byte[7 << 20], 413, "E_REQUEST_TOO_LARGE"));
  }

  @ParameterizedTest
  @MethodSource("badFiles")
  void aBadFileIsRefusedAndNothingIsStored(List<Object> bad) throws Exception {
    HttpResponse<String> refused = api.upload("badfile", (String) bad.get(0), (byte[]) bad.get(1));
    assertThat(refused.statusCode()).isEqualTo(bad.get(2));
    assertThat(refused.body()).contains((String) bad.get(3));
    assertThat(api.get("/badfile").statusCode()).isEqualTo(404);
  }

  @Test
  void aTurnTellsItsTimelineAndNoTokensWithoutAModel() throws Exception {
    String turn = api.say("numbers", "1 + 2").getFirst().data().path("turnId").asString();
    JsonNode view = api.json("/api/conversations/numbers/turns/" + turn);
    assertThat(view.path("status").asString()).isEqualTo("completed");
    assertThat(view.path("iterations").asInt()).isEqualTo(2);
    assertThat(view.path("toolCalls").asInt()).isOne();
    assertThat(view.path("promptTokens").asLong()).isZero();
    assertThat(view.path("completionTokens").asLong()).isZero();
    assertThat(view.path("timeline").valueStream().map(e -> e.path("kind").asString()))
        .startsWith("iteration", "thought")
        .contains("tool", "answer")
        .doesNotContain("tokens")
        .endsWith("end");
    assertThat(api.json("/api/conversations/else/turns/" + turn).path("code").asString())
        .isEqualTo("E_TURN_UNKNOWN");
  }

  @Test
  void aConversationIsErasedForGood() throws Exception {
    api.say("gone", "1 + 1");
    assertThat(api.delete("/api/conversations/gone").statusCode()).isEqualTo(204);
    assertThat(api.get("/gone").statusCode()).isEqualTo(404);
    assertThat(api.delete("/api/conversations/gone").statusCode()).isEqualTo(404);
  }

  @Test
  void anAnswerQuotesTheDocumentationAndItsPagesCanBeRead() throws Exception {
    assertThat(Api.answer(api.say("docs", "How do I run the sample?")))
        .contains("mvn -pl sample-app")
        .containsPattern("From \\[.+]\\((README|docs/sample|docs/how-do-i/\\w+)\\.md#.+\\)");
    assertThat(api.json("/api/documents/docs/reference/errors.md").path("text").asString())
        .contains("E_STORAGE_CONFLICT");
    assertThat(api.json("/api/documents/docs/../secret.md").path("code").asString()).isNotEmpty();
    assertThat(api.json("/api/agent").path("mode").asString()).isEqualTo("offline");
  }

  @Test
  void everythingIsForgottenOnlyAfterAnApproval() throws Exception {
    String wish = "Delete everything you know about me!";
    api.say("facts", "remember that my horse is called Zoe");
    try (GateWatcher gate = GateWatcher.ask(api, "kept", wish)) {
      assertThat(gate.gate().at("/payload/tool").asString()).isEqualTo("forget");
      api.postJson(gate.path(), "{\"decision\":\"reject\",\"reason\":\"not yet\"}");
      assertThat(gate.answer()).contains("not yet");
    }
    assertThat(api.memories()).contains("my horse is called Zoe");

    try (GateWatcher gate = GateWatcher.ask(api, "gone", wish)) {
      api.postJson(gate.path(), "{\"decision\":\"approve\"}");
      assertThat(gate.answer()).startsWith("Deleted everything I knew about you");
    }
    assertThat(api.memories()).isEmpty();
    assertThat(Api.answer(api.say("empty", wish))).startsWith("I know nothing about you");
  }

  @Test
  void anUnknownMemoryIsNotErased() throws Exception {
    assertThat(api.delete("/api/memories/nothing").body()).contains("E_MEMORY_UNKNOWN");
  }
}
