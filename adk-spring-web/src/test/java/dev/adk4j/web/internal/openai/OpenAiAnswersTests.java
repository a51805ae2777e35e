package dev.adk4j.web.internal.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.WaitingGate;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.protocol.ProtocolForm;
import dev.adk4j.web.stream.StreamEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

class OpenAiAnswersTests {

  private static final String USAGE =
      "{\"promptTokens\":3,\"completionTokens\":2,\"totalTokens\":5}";

  private static final WaitingGate GATE =
      new WaitingGate("g-1", "refund", JsonValue.parse("{\"amount\":1}"), "tool_approval", null);

  private final List<String> lines = new ArrayList<>();
  private final List<String> events = new ArrayList<>();
  private final ProtocolForm.Out out = new Written();

  @Test
  void writesChunksWithRoleFinishReasonAndUsage() throws IOException {
    ChatAnswer chat = chat(true, false);
    chat.begin(out);
    chat.event("thought", Json.read("{\"id\":\"t1\",\"delta\":\"Hm.\"}"), out);
    chat.text("m1", "Hel", out);
    chat.text("m1", "lo.", out);
    chat.end(end(USAGE), out);

    assertThat(node(0).at("/choices/0/delta/role").asString()).isEqualTo("assistant");
    assertThat(node(1).at("/choices/0/delta/content").asString()).isEqualTo("Hel");
    assertThat(node(3).at("/choices/0/finish_reason").asString()).isEqualTo("stop");
    assertThat(node(3).has("usage")).isTrue();
    assertThat(node(4).at("/choices").isEmpty()).isTrue();
    assertThat(node(4).at("/usage/total_tokens").asInt()).isEqualTo(5);
    assertThat(lines.getLast()).isEqualTo("[DONE]");
    assertThat(lines).hasSize(6);
  }

  @Test
  void tellsReasoningOnlyWhereAskedTo() throws IOException {
    ChatAnswer chat = chat(false, true);
    chat.begin(out);
    chat.event("thought", Json.read("{\"id\":\"t1\",\"delta\":\"Hm.\"}"), out);
    chat.end(end("{}"), out);

    assertThat(node(1).at("/choices/0/delta/reasoning_content").asString()).isEqualTo("Hm.");
    assertThat(chat.whole().at("/choices/0/message/reasoning_content").asString()).isEqualTo("Hm.");
    assertThat(chat.whole().has("usage")).isFalse();
  }

  @Test
  void keepsMessagesApartInOneText() throws IOException {
    ChatAnswer chat = chat(false, false);
    chat.begin(out);
    chat.text("m1", "Let me look.", out);
    chat.text("m2", "Done.", out);
    chat.end(end("{}"), out);

    assertThat(chat.whole().at("/choices/0/message/content").asString())
        .isEqualTo("Let me look.\n\nDone.");
  }

  @Test
  void namesCallsThatWaitInTheText() throws IOException {
    ChatAnswer chat = chat(false, false);
    chat.begin(out);
    chat.end(
        new TurnAnswer.End(
            List.of(GATE), List.of(), Json.read("{\"finishReason\": \"tool_calls\"}")),
        out);

    assertThat(chat.whole().at("/choices/0/message/content").asString())
        .isEqualTo("Waiting for approval:\n- refund {\"amount\":1} (g-1)");
    assertThat(chat.whole().at("/choices/0/finish_reason").asString()).isEqualTo("stop");
  }

  @Test
  void asksForApprovalOnlyWhoeverMayGiveIt() throws IOException {
    ResponsesAnswer response = response();
    response.begin(out);
    response.end(new TurnAnswer.End(List.of(GATE), List.of(GATE), Json.read("{}")), out);

    assertThat(response.whole().at("/output/0/type").asString()).isEqualTo("message");
    assertThat(response.whole().at("/output/1/type").asString()).isEqualTo("mcp_approval_request");
    assertThat(response.whole().at("/output").size()).isEqualTo(2);
  }

  @Test
  void saysThatALimitCutTheAnswer() throws IOException {
    ResponsesAnswer response = response();
    response.begin(out);
    response.end(
        new TurnAnswer.End(List.of(), List.of(), Json.read("{\"finishReason\": \"LENGTH\"}")), out);

    assertThat(events).last().isEqualTo("response.incomplete");
    assertThat(response.whole().at("/incomplete_details/reason").asString())
        .isEqualTo("max_output_tokens");
  }

  @Test
  void endsAFailedStreamWithAnError() throws IOException {
    ChatAnswer chat = chat(false, false);
    chat.begin(out);
    chat.fail(new TurnAnswer.Failure("E_TURN_ABORTED", 500, "Gone."), out);

    assertThat(node(1).at("/error/code").asString()).isEqualTo("turn_aborted");
    assertThat(lines).hasSize(2);
  }

  @Test
  void doesNotTellTheMessageOfAnInternalError() throws IOException {
    JsonNode body =
        OpenAiErrors.body(
            new AdkException(AdkErrorCode.E_STORAGE_CORRUPT, "jdbc:secret"),
            AdkErrorCode.E_STORAGE_CORRUPT.status());

    assertThat(body.toString()).doesNotContain("secret");
    assertThat(body.at("/error/type").asString()).isEqualTo("server_error");
  }

  @Test
  void writesTheEventsOfAResponseInTheirOrder() throws IOException {
    ResponsesAnswer response = response();
    response.begin(out);
    response.thought("t1", "Hm.", out);
    response.text("m1", "Hel", out);
    response.text("m1", "lo.", out);
    response.end(end(USAGE), out);

    assertThat(events)
        .containsExactly(
            "response.created",
            "response.in_progress",
            "response.output_item.added",
            "response.reasoning_text.delta",
            "response.reasoning_text.done",
            "response.output_item.done",
            "response.output_item.added",
            "response.content_part.added",
            "response.output_text.delta",
            "response.output_text.delta",
            "response.output_text.done",
            "response.content_part.done",
            "response.output_item.done",
            "response.completed");
    for (int i = 0; i < lines.size(); i++) {
      assertThat(node(i).path("sequence_number").asInt()).isEqualTo(i);
      assertThat(node(i).path("type").asString()).isEqualTo(events.get(i));
    }
    assertThat(node(8).path("output_index").asInt()).isEqualTo(1);
    JsonNode whole = response.whole();
    assertThat(whole.path("status").asString()).isEqualTo("completed");
    assertThat(whole.at("/output/1/content/0/text").asString()).isEqualTo("Hello.");
    assertThat(whole.at("/usage/output_tokens").asInt()).isEqualTo(2);
    assertThat(whole.at("/conversation/id").asString()).isEqualTo("c1");
  }

  @Test
  void endsAFailedResponseWithWhatWasSaid() throws IOException {
    ResponsesAnswer response = response();
    response.begin(out);
    response.text("m1", "Hel", out);
    response.fail(new TurnAnswer.Failure("E_LLM_CONTEXT_OVERFLOW", 500, "Too long."), out);

    assertThat(events).last().isEqualTo("response.failed");
    assertThat(response.whole().path("status").asString()).isEqualTo("failed");
    assertThat(response.whole().at("/error/code").asString()).isEqualTo("server_error");
    assertThat(response.whole().at("/error/type").asString()).isEqualTo("context_length_exceeded");
    assertThat(response.whole().at("/output/0/content/0/text").asString()).isEqualTo("Hel");
  }

  /** Texts that another process takes back, and writes again under the same ids. */
  private static final List<StreamEvent> TAKEN_OVER =
      List.of(
          new StreamEvent(1, "thought", null, piece("t1", "Hm.")),
          new StreamEvent(2, "message", null, piece("m1", "On")),
          new StreamEvent(3, "reset", "{\"ids\":[\"t1\",\"m1\"]}", null),
          new StreamEvent(4, "message", null, piece("m1", "One")),
          new StreamEvent(5, "end", "{\"status\":\"completed\"}", null));

  private static StreamEvent.Piece piece(String id, String delta) {
    return new StreamEvent.Piece("t", id, null, delta);
  }

  @Test
  void tellsWhichTextsAreVoidAndLeavesThemOutOfTheResponse() throws IOException {
    ResponsesAnswer response = response(-1L);
    read(response);

    assertThat(events.subList(0, 3))
        .containsExactly("response.created", "response.queued", "response.in_progress");
    assertThat(lines.stream().map(Json::read).filter(e -> e.has("item")))
        .extracting(e -> e.at("/item/id").asString() + " " + e.at("/item/status").asString())
        .containsExactly(
            "rs_t1 in_progress",
            "rs_t1 completed",
            "msg_m1 in_progress",
            "msg_m1 incomplete",
            "msg_m1_2 in_progress",
            "msg_m1_2 completed");
    assertThat(
            response.whole().path("output").valueStream().map(item -> item.path("id").asString()))
        .containsExactly("msg_m1_2");
    assertThat(response.whole().at("/output/0/content/0/text").asString()).isEqualTo("One");
  }

  @Test
  void sendsTheEventsAfterTheOneThatTheClientHas() throws IOException {
    read(response(-1L));
    List<String> all = List.copyOf(lines);
    for (int after = 0; after < all.size(); after++) {
      lines.clear();
      read(response((long) after));
      assertThat(lines).isEqualTo(all.subList(after + 1, all.size()));
    }
  }

  private void read(ResponsesAnswer response) throws IOException {
    response.begin(out);
    for (StreamEvent event : TAKEN_OVER) {
      response.take(event, out);
    }
    response.end(out);
  }

  private ChatAnswer chat(boolean usage, boolean thoughts) {
    ChatRequest request =
        ChatRequest.read(
            Json.read(
                "{\"model\":\"demo\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}],"
                    + "\"stream_options\":{\"include_usage\":"
                    + usage
                    + "}}"));
    return new ChatAnswer("chatcmpl-1", 1, request, request(thoughts, null));
  }

  private static ResponsesAnswer response() {
    return response(null);
  }

  /** With the number of the last event that the client has, a background response. */
  private static ResponsesAnswer response(@Nullable Long after) {
    return new ResponsesAnswer(
        new ResponsesAnswer.Head("resp_1", 1, "demo", null, "c1"), request(true, after));
  }

  private static TurnAnswer.Request request(boolean thoughts, @Nullable Long after) {
    return new TurnAnswer.Request("c1", thoughts, after, refs -> List.of(), gate -> true, () -> {});
  }

  /** Takes events apart as soon as they are whole. */
  private final class Written implements ProtocolForm.Out {

    private String sse = "";

    @Override
    public void data(Object json) {
      text("data: " + Json.write((JsonNode) json) + "\n\n");
    }

    @Override
    public void quoted(String before, String text, String after) {
      text(before + Json.write(StringNode.valueOf(text)) + after);
    }

    @Override
    public void text(String more) {
      sse += more;
      if (sse.endsWith("\n\n")) {
        int data = sse.indexOf("data: ");
        events.add(data == 0 ? "null" : sse.substring("event: ".length(), data - 1));
        lines.add(sse.substring(data + "data: ".length(), sse.length() - 2));
        sse = "";
      }
    }
  }

  private JsonNode node(int i) {
    return Json.read(lines.get(i));
  }

  private static TurnAnswer.End end(String usage) {
    return new TurnAnswer.End(List.of(), List.of(), Json.read(usage));
  }
}
