package dev.adk4j.sample.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ConversationApiTests extends SampleOverHttp {

  @Test
  void aCalculationStreamsItsThoughtToolCallAnswerAndEnd() throws Exception {
    List<SseEvents.Event> events = api.say("calc", "2 * (3 + 4)");
    assertThat(events).extracting(SseEvents.Event::name).startsWith("thought").endsWith("end");
    assertThat(events.stream().map(SseEvents.Event::id))
        .containsExactlyElementsOf(numbers(events.size()));
    String turn = events.getFirst().data().path("turnId").asString();
    assertThat(turn).hasSize(36);
    assertThat(events).allMatch(e -> e.data().path("turnId").asString().equals(turn));
    List<SseEvents.Event> calls = events.stream().filter(e -> e.name().equals("toolCall")).toList();
    assertThat(calls).hasSize(2);
    assertThat(calls.get(0).data().path("complete").asBoolean()).isFalse();
    assertThat(calls.get(1).data().path("results").path(0).path("preview").asString())
        .isEqualTo("14");
    List<SseEvents.Event> deltas = events.stream().filter(e -> e.name().equals("message")).toList();
    assertThat(deltas).hasSizeGreaterThan(1);
    assertThat(
            String.join("", deltas.stream().map(e -> e.data().path("delta").asString()).toList()))
        .isEqualTo(Api.answer(events))
        .isEqualTo("2 * (3 + 4) = 14");
    assertThat(events.getLast().data().path("status").asString()).isEqualTo("completed");
  }

  @Test
  void aConversationIsShownInTheOrderItWent() throws Exception {
    api.say("order", "1 + 1");
    api.say("order", "hello");
    JsonNode shown = api.conversation("order");
    assertThat(shown.path("entries").valueStream().map(e -> e.path("type").asString()))
        .containsExactly(
            "message", "thought", "toolCall", "message", "message", "thought", "message");
    assertThat(shown.path("entries").valueStream().map(e -> e.path("seq").asLong()))
        .containsExactlyElementsOf(numbers(7));
    assertThat(shown.at("/entries/2/toolCall/tool").asString()).isEqualTo("calculate");
    assertThat(shown.at("/entries/2/toolCall/results/0/text").asString()).isEqualTo("2");
    assertThat(api.get("").body()).contains("\"id\":\"order\"");
  }

  @Test
  void failedToolIsReportedInItsOwnWords() throws Exception {
    assertThat(Api.answer(api.say("fail", "calculate 1 / 0")))
        .isEqualTo("That did not work: division by zero (at character 3)");
    assertThat(Api.answer(api.say("fail", "time in Atlantis")))
        .contains("no time zone is called 'Atlantis'");
    assertThat(api.conversation("fail").at("/entries/2/toolCall/isError").asBoolean()).isTrue();
  }

  @Test
  void recallsMemoriesInAnotherConversation() throws Exception {
    api.say("one", "Remember that my cat is called Tom");
    assertThat(Api.answer(api.say("two", "What is my cat called?")))
        .isEqualTo("I remember: my cat is called Tom");
  }

  @Test
  void learnsFactsInPassingAndRecallsThemInAnotherConversation() throws Exception {
    assertThat(Api.answer(api.say("harbour", "My boat is called Ada."))).isEqualTo("Good to know.");
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> api.memories().contains("My boat is called Ada"));

    assertThat(Api.answer(api.say("elsewhere", "What is my boat called?")))
        .isEqualTo("I remember: My boat is called Ada");
  }

  @Test
  void erasedMemoriesAreNotRecalled() throws Exception {
    api.say("erase", "Remember that my parrot is called Kiki");
    assertThat(api.memories()).contains("my parrot is called Kiki");
    assertThat(api.delete("/api/memories").statusCode()).isEqualTo(200);

    assertThat(api.memories()).isEmpty();
    assertThat(Api.answer(api.say("after", "What is my parrot called?"))).doesNotContain("Kiki");
  }

  @Test
  void saysInWordsForPeopleWhatItCanDo() throws Exception {
    assertThat(Api.answer(api.say("help", "What can you do?")))
        .contains("15% of 80")
        .contains("time in Oslo")
        .contains("without a language model")
        .doesNotContain("artifact_")
        .doesNotContain("add_memory");
  }

  @Test
  void saysThatItFoundNothing() throws Exception {
    assertThat(Api.answer(api.say("nonsense", "qwer asdf")))
        .startsWith("I find nothing about that")
        .contains("without a language model");
  }

  @Test
  void turnCanBeReadAgainAfterTheLastEvent() throws Exception {
    List<SseEvents.Event> events = api.say("again", "3 * 3");
    String turn = events.getFirst().data().path("turnId").asString();
    assertThat(SseEvents.parse(api.get("/again/turns/" + turn + "/events").body()))
        .isEqualTo(events);
    HttpResponse<String> foreign = api.get("/other/turns/" + turn + "/events");
    assertThat(foreign.statusCode()).isEqualTo(404);
    assertThat(foreign.body()).contains("E_STREAM_TURN_UNKNOWN");
  }

  static Stream<List<Object>> badPosts() {
    return Stream.of(
        List.of("{\"text\":\"hi\",\"x\":1}", "application/json", 400, "E_REQUEST_MALFORMED"),
        List.of("{\"text\":", "application/json", 400, "E_REQUEST_MALFORMED"),
        List.of("{\"text\":5}", "application/json", 400, "E_REQUEST_MALFORMED"),
        List.of("[]", "application/json", 400, "E_REQUEST_MALFORMED"),
        List.of("", "application/json", 400, "E_REQUEST_MALFORMED"),
        List.of("{\"text\":\" \\n\"}", "application/json", 400, "E_TEXT_BLANK"),
        List.of("{}", "application/json", 400, "E_TEXT_BLANK"),
        List.of("hi", "text/plain", 415, "E_HTTP_UNSUPPORTED_MEDIA_TYPE"),
        List.of(
            "{\"text\":\"" + "a".repeat(1 << 20) + "\"}",
            "application/json",
            413,
            "E_REQUEST_TOO_LARGE"));
  }

  @ParameterizedTest
  @MethodSource("badPosts")
  void aBadRequestGetsAProblemWithACodeAndStoresNothing(List<Object> bad) throws Exception {
    HttpResponse<String> response = api.post("bad", (String) bad.get(1), (String) bad.get(0));
    assertThat(response.statusCode()).isEqualTo(bad.get(2));
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    JsonNode problem = JsonMapper.shared().readTree(response.body());
    assertThat(problem.path("code").asString()).isEqualTo(bad.get(3));
    assertThat(problem.path("detail").asString()).isNotBlank();
    assertThat(response.body()).doesNotContain("Exception").doesNotContain("\tat ");
    assertThat(api.get("/bad").statusCode()).isEqualTo(404);
  }

  @Test
  void anUnknownConversationIsNotFound() throws Exception {
    HttpResponse<String> response = api.get("/nobody");
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).contains("E_CONVERSATION_UNKNOWN");
    assertThat(api.post("not%20an%20id", "application/json", "{\"text\":\"hi\"}").body())
        .contains("E_CONVERSATION_ID_INVALID");
  }

  private static List<Long> numbers(int count) {
    return Stream.iterate(1L, n -> n <= count, n -> n + 1).toList();
  }
}
