package dev.adk4j.tool;

import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.abort.AbortException;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.artifact.SpooledArtifact.SizeHints;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.ByteStore;
import dev.adk4j.bytes.InMemoryByteStore;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.ToolExecutionEnd;
import dev.adk4j.harness.FakeDispatch;
import dev.adk4j.harness.LogArtifact;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Timeout(120)
class ToolCallRunnerTests {

  private final FakeDispatch dispatch = new FakeDispatch();

  @Test
  void announcesRunsCompletesAndStores() {
    register("search", (args, ctx, meta) -> ToolOutput.text("one\ntwo"));

    ToolCall record = run("search", "{\"q\":\"a\"}");

    assertThat(dispatch.stored).containsExactly(record);
    assertThat(record.providerId()).contains("call-1");
    assertThat(record.id()).isNotEqualTo("call-1");
    assertThat(record.requestedArgs()).isEmpty();
    assertThat(dispatch.reports()).extracting(r -> r.id()).containsOnly(record.id());
    assertThat(record.tool()).isEqualTo("search");
    assertThat(record.args()).isEqualTo(JsonValue.parse("{\"q\":\"a\"}"));
    assertThat(record.checksum())
        .isEqualTo(Checksum.of("search", JsonValue.parse("{\"q\":\"a\"}")));
    assertThat(record.isComplete()).isTrue();
    assertThat(record.isError()).isFalse();
    assertThat(record.fromArtifactTool()).isFalse();
    assertThat(record.inline()).isFalse();
    assertThat(List.of(record.createdAt(), record.updatedAt(), record.completedAt()))
        .containsOnly(FakeDispatch.NOW);
    assertThat(dispatch.events).hasSize(4);
    assertThat(dispatch.reports())
        .extracting(r -> r.report().isComplete())
        .containsExactly(false, true);
    assertThat(dispatch.events.get(2)).isInstanceOf(ToolExecutionEnd.class);
    assertThat(((ToolExecutionEnd) dispatch.events.get(2)).callId()).isEqualTo(record.checksum());
    assertThat(dispatch.reports().getLast().report().results()).isSameAs(record.results());
  }

  @Test
  void repeatedProviderIdsGetARecordForEachCall() throws Exception {
    AtomicInteger count = new AtomicInteger();
    register("search", (args, ctx, meta) -> ToolOutput.text("result " + count.incrementAndGet()));

    ToolCall first = run("search", "{}");
    ToolCall second = run("search", "{}");

    assertThat(first.id()).isNotEqualTo(second.id());
    assertThat(artifact(first).asString()).isEqualTo("result 1");
    assertThat(artifact(second).asString()).isEqualTo("result 2");
    assertThat(dispatch.spoolStore.read(first.id()).orElseThrow().readAll()).isEqualTo("result 1");
  }

  @Test
  void aBlankIdOfAProviderIsNone() {
    register("search", (args, ctx, meta) -> ToolOutput.text("x"));
    for (String blank : new String[] {null, "", " "}) {
      ToolCall record = run(new ToolCallRequest(blank, "search", null));
      assertThat(record.providerId()).isEmpty();
    }
  }

  @Test
  void numbersReachTheToolWithAllTheirDigits() {
    AtomicReference<JsonNode> seen = new AtomicReference<>();
    String args = "{\"a\":9007199254740993,\"b\":12345678901234567890.123456789,\"c\":1.10}";
    dispatch.tools.register(
        Tool.builder("pay")
            .description("d")
            .inputSchema(ToolSchema.parse("{\"type\":\"object\",\"additionalProperties\":true}"))
            .handler(
                (given, ctx, meta) -> {
                  seen.set(given);
                  return ToolOutput.text("ok");
                })
            .build());

    ToolCall record = run(ToolCallRequest.ofText(null, "pay", args));

    assertThat(record.isError()).isFalse();
    assertThat(record.args().text()).isEqualTo(args);
    assertThat(Json.write(seen.get())).isEqualTo(args);
  }

  @Test
  void spoolsTextUnderTheRecordsIdWithItsSizeKnown() throws Exception {
    register("search", (args, ctx, meta) -> ToolOutput.text("one\ntwo\n"));
    ToolCall record = run("search", "{}");
    SpooledArtifact artifact = artifact(record);
    assertThat(artifact.asString()).isEqualTo("one\ntwo\n");
    assertThat(artifact.sizeHints()).contains(new SizeHints(8, 3));
    assertThat(dispatch.spoolStore.read(record.id())).isPresent();
    assertThat(dispatch.spoolStore.read("call-1")).isEmpty();
  }

  @Test
  void spoolsBytesVerbatimWithTheirReadersSize() throws Exception {
    for (byte[] bytes :
        List.of(new byte[0], new byte[] {'\n'}, new byte[] {(byte) 0xff, 0, '\n', (byte) 0x80})) {
      FakeDispatch fresh = new FakeDispatch();
      fresh.tools.register(tool("raw", (args, ctx, meta) -> ToolOutput.bytes(bytes)).build());
      ToolCall record = ToolCallRunner.run(fresh.context(), fresh.helpers(), "raw", null);
      SpooledArtifact artifact = artifact(record);
      SpoolReader reader = fresh.spoolStore.read(record.id()).orElseThrow();
      assertThat(artifact.sizeHints())
          .contains(new SizeHints(reader.byteLength(), reader.lineCount()));
      assertThat(artifact.byteLength()).isEqualTo(bytes.length);
    }
  }

  @Test
  void usesTheToolsArtifactType() {
    register(
        tool("json", (args, ctx, meta) -> ToolOutput.text("{}")).artifactType(LogArtifact.TYPE));
    assertThat(artifact(run("json", "{}"))).isInstanceOf(LogArtifact.class);
  }

  @Test
  void leavesArtifactsAndMediaUnchanged() {
    SpooledArtifact own = new SpooledArtifact(SpoolReader.of("x"));
    Media media = media();
    register("artifact", (args, ctx, meta) -> ToolOutput.artifact(own));
    register("one", (args, ctx, meta) -> ToolOutput.media(media));
    register("list", (args, ctx, meta) -> ToolOutput.media(List.of(media)));

    assertThat(artifact(run("artifact", "{}"))).isSameAs(own);
    assertThat(run("one", "{}").results())
        .isEqualTo(new ToolResults.MediaItems(List.of(media), true));
    assertThat(run("list", "{}").results())
        .isEqualTo(new ToolResults.MediaItems(List.of(media), false));
    assertThat(((InMemoryByteStore<SpoolReader>) dispatch.spoolStore).size()).isZero();
  }

  @Test
  void anArtifactToolsTextIsTheResult() {
    dispatch.tools.register(artifactTool((args, ctx, meta) -> ToolOutput.text("answer")));
    ToolCall record = run("ask", "{}");
    assertThat(text(record)).isEqualTo("answer");
    assertThat(record.fromArtifactTool()).isTrue();
    assertThat(record.inline()).isTrue();
    assertThat(((InMemoryByteStore<SpoolReader>) dispatch.spoolStore).size()).isZero();
  }

  @Test
  void smallResultsAreToBeShownWholeUpToTheLimit() {
    register("three", (args, ctx, meta) -> ToolOutput.text("abc"));
    register("four", (args, ctx, meta) -> ToolOutput.text("abcd"));
    register("media", (args, ctx, meta) -> ToolOutput.media(media()));
    ToolResultOptions policy = new ToolResultOptions(ToolResultOptions.ErrorDetail.MESSAGE, 3);
    assertThat(List.of("three", "four", "media"))
        .extracting(
            name ->
                ToolCallRunner.run(
                        dispatch.context(),
                        dispatch.helpers(),
                        new ToolCallRequest(name, name, null),
                        policy)
                    .inline())
        .containsExactly(true, false, false);
  }

  @Test
  void artifactToolWithoutTextIsAnError() {
    dispatch.tools.register(artifactTool((args, ctx, meta) -> ToolOutput.bytes(new byte[] {1})));
    ToolCall record = run("ask", "{}");
    assertThat(record.isError()).isTrue();
    assertThat(text(record)).contains("ask").contains("no text");
  }

  @Test
  void tellsTheModelTheKnownTools() {
    register("search", (args, ctx, meta) -> ToolOutput.text("x"));
    register("secret", (args, ctx, meta) -> ToolOutput.text("x"));
    dispatch.tools.hide("secret");
    ToolCall record = run("serch", "{\"q\":1}");
    assertThat(record.isError()).isTrue();
    assertThat(record.args()).isEqualTo(JsonValue.parse("{\"q\":1}"));
    assertThat(text(record)).isEqualTo("There is no tool 'serch'; there are: search.");
    assertThat(dispatch.stored).hasSize(1);
    assertThat(dispatch.reports().getLast().report().isError()).isTrue();
  }

  @Test
  void runsHiddenTools() {
    register("secret", (args, ctx, meta) -> ToolOutput.text("x"));
    dispatch.tools.hide("secret");
    assertThat(run("secret", "{}").isError()).isFalse();
  }

  @Test
  void tellsTheModelEveryErrorOfTheArguments() {
    dispatch.tools.register(
        Tool.builder("search")
            .description("d")
            .inputSchema(
                "{\"type\":\"object\",\"required\":[\"q\"],\"properties\":{\"q\":{\"type\":\"string\"}}}")
            .handler((args, ctx, meta) -> ToolOutput.text("x"))
            .build());
    ToolCall record = run("search", "{\"r\":1}");
    assertThat(record.isError()).isTrue();
    assertThat(text(record))
        .isEqualTo(
            "The arguments of tool 'search' are not valid: $.q is required and $.r is not allowed here");
  }

  @Test
  void tellsTheModelTheHandlersMessage() {
    register("fails", (args, ctx, meta) -> raise(new IOException("the disk is full")));
    register("mute", (args, ctx, meta) -> raise(new IllegalStateException()));
    assertThat(text(run("fails", "{}"))).isEqualTo("The tool 'fails' failed. the disk is full");
    assertThat(text(run("mute", "{}"))).isEqualTo("The tool 'mute' failed. IllegalStateException");
  }

  @Test
  void takesAFailingStoreForAFailedCall() {
    dispatch.spoolStore = failingStore(new IOException("no space"));
    register("search", (args, ctx, meta) -> ToolOutput.text("x"));
    ToolCall record = run("search", "{}");
    assertThat(record.isError()).isTrue();
    assertThat(text(record)).isEqualTo("no space");
  }

  @Test
  void answersUnreadableArguments() {
    register("search", (args, ctx, meta) -> ToolOutput.text("x"));
    for (String args :
        List.of("{\"q\":", "nonsense", "[1]", "null", "\"x\"", "{\"a\":1,\"a\":2}")) {
      ToolCall record = run(ToolCallRequest.ofText("c", "search", args));
      assertThat(record.isError()).as(args).isTrue();
      assertThat(record.args()).as(args).isEqualTo(JsonValue.parse("{}"));
      assertThat(text(record)).as(args).startsWith("The arguments of tool 'search' ");
    }
    assertThat(run(ToolCallRequest.ofText("c", "search", " ")).isError()).isFalse();
  }

  @Test
  void answersTooDeepArguments() {
    register("search", (args, ctx, meta) -> ToolOutput.text("x"));
    for (int depth : List.of(200, 100_000)) {
      JsonNode bomb = Json.mapper().createArrayNode();
      for (int i = 0; i < depth; i++) {
        ArrayNode outer = Json.mapper().createArrayNode();
        outer.add(bomb);
        bomb = outer;
      }
      ObjectNode args = Json.mapper().createObjectNode();
      args.set("q", bomb);
      ToolCall record = ToolCallRunner.run(dispatch.context(), dispatch.helpers(), "search", args);
      assertThat(record.isError()).isTrue();
      assertThat(text(record)).contains("deep");
    }
  }

  @Test
  void carriesTheVendorsPayload() {
    register("search", (args, ctx, meta) -> ToolOutput.text("x"));
    ToolCall record =
        run(
            new ToolCallRequest(
                "c", "search", null, JsonValue.parse("{\"sig\":1}"), "vendor", null));
    assertThat(record.payload()).contains(JsonValue.parse("{\"sig\":1}"));
    assertThat(record.replayCompatibility()).contains("vendor");
  }

  @Test
  void anAbortIsNoResult() {
    AbortException abort = new AbortException("stop");
    register("aborts", (args, ctx, meta) -> raise(abort));
    assertThatThrownBy(() -> run("aborts", "{}")).isSameAs(abort);
    assertThat(dispatch.stored).isEmpty();
    assertThat(dispatch.reports()).hasSize(1);
  }

  @Test
  void aCancellationIsAResultUnlessTheContextIsAborted() {
    register(
        "gate",
        (args, ctx, meta) ->
            raise(new AdkException(AdkErrorCode.E_TURN_GATE_ABORTED, "gate closed")));
    register("future", (args, ctx, meta) -> raise(new CancellationException("cancelled")));
    assertThat(text(run("gate", "{}"))).contains("gate closed");
    assertThat(text(run("future", "{}"))).contains("cancelled");

    dispatch.abort.abort();

    assertThatThrownBy(() -> run("gate", "{}")).hasRootCauseMessage("gate closed");
    assertThatThrownBy(() -> run("future", "{}"))
        .hasRootCauseInstanceOf(CancellationException.class);
    register("plain", (args, ctx, meta) -> raise(new IOException("connection closed")));
    assertThat(text(run("plain", "{}"))).contains("connection closed");
  }

  @Test
  void anInterruptionIsNoResult() {
    register("sleeps", (args, ctx, meta) -> raise(new InterruptedException()));
    assertThatThrownBy(() -> run("sleeps", "{}")).hasCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(dispatch.stored).isEmpty();
    register("slow", (args, ctx, meta) -> raise(new SocketTimeoutException("read timed out")));
    assertThat(text(run("slow", "{}"))).contains("read timed out");
  }

  /** No test waits for a time: what is stopped would never end, and what is not has hours. */
  @Test
  void aCallIsStoppedWhenItsTimeIsOverAndTheTurnGoesOn() {
    limited("hangs", Duration.ofMillis(1), false);
    limited("looks", Duration.ofMillis(1), true);
    register("next", (args, ctx, meta) -> ToolOutput.text("here"));

    ToolCall hangs = run("hangs", "{}");

    assertThat(hangs.isError()).isTrue();
    assertThat(text(hangs))
        .isEqualTo(
            "E_TOOL_TIMEOUT: the tool 'hangs' did not end within 0.001s and was stopped; what it"
                + " had done by then is unknown.");
    assertThat(text(run("looks", "{}"))).endsWith("within 0.001s and was stopped.");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(run("next", "{}").isError()).isFalse();
  }

  @Test
  void theModelIsToldOfATimeoutWhateverElseItIsTold() {
    limited("hangs", Duration.ofMillis(1), false);

    ToolCall hangs =
        ToolCallRunner.run(
            dispatch.context(),
            dispatch.helpers(),
            new ToolCallRequest("call-1", "hangs", Json.read("{}")),
            new ToolResultOptions(ToolResultOptions.ErrorDetail.NONE, 0));

    assertThat(text(hangs)).startsWith("E_TOOL_TIMEOUT");
  }

  @Test
  void whatACallReturnsOrThrowsInItsTimeCounts() {
    register(
        tool("quick", (args, ctx, meta) -> ToolOutput.text("done")).timeout(Duration.ofHours(1)));
    register(
        tool("breaks", (args, ctx, meta) -> raise(new IOException("broken")))
            .timeout(Duration.ofSeconds(Long.MAX_VALUE)));

    assertThat(run("quick", "{}").isError()).isFalse();
    assertThat(text(run("breaks", "{}"))).contains("broken");
  }

  @Test
  void aCallThatDoesItsWorkInSpiteOfTheInterruptHasDoneIt() {
    register(
        tool(
                "stubborn",
                (args, ctx, meta) -> {
                  while (!Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                  }
                  return ToolOutput.text("done");
                })
            .timeout(Duration.ofMillis(1)));

    assertThat(run("stubborn", "{}").isError()).isFalse();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void anAbortIsNoTimeout() {
    register(
        tool(
                "aborted",
                (args, ctx, meta) -> {
                  interrupted();
                  dispatch.abort.abort("stop");
                  throw new AbortException("stop");
                })
            .timeout(Duration.ofMillis(1)));

    assertThatThrownBy(() -> run("aborted", "{}")).isInstanceOf(AbortException.class);
  }

  private void limited(String name, Duration timeout, boolean readOnly) {
    register(
        tool(
                name,
                (args, ctx, meta) -> {
                  new CountDownLatch(1).await();
                  return ToolOutput.text("never");
                })
            .timeout(timeout)
            .readOnly(readOnly));
  }

  /** Waits for the interrupt, and says that it came. */
  private static boolean interrupted() {
    try {
      new CountDownLatch(1).await();
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  private ToolCall run(String tool, String args) {
    return run(new ToolCallRequest("call-1", tool, Json.read(args)));
  }

  private ToolCall run(ToolCallRequest request) {
    return ToolCallRunner.run(dispatch.context(), dispatch.helpers(), request);
  }

  private void register(String name, Tool.Handler handler) {
    register(tool(name, handler));
  }

  private void register(Tool.Builder tool) {
    dispatch.tools.register(tool.build());
  }

  private static Tool.Builder tool(String name, Tool.Handler handler) {
    return Tool.builder(name)
        .description("d")
        .inputSchema(
            ToolSchema.parse(
                "{\"type\":\"object\",\"properties\":{\"q\":{\"type\":[\"string\",\"array\"]}}}"))
        .handler(handler);
  }

  private static Tool artifactTool(Tool.Handler handler) {
    return Tool.artifactTool("ask")
        .description("d")
        .inputSchema(ToolSchema.empty())
        .handler(handler)
        .build();
  }

  private static SpooledArtifact artifact(ToolCall record) {
    return ((ToolResults.Artifacts) record.results()).items().getFirst();
  }

  private static String text(ToolCall record) {
    return ((ToolResults.Text) record.results()).value().value();
  }

  private static Media media() {
    MediaReader reader = () -> new ByteArrayInputStream(new byte[] {1});
    return Media.toolGenerated(MediaKind.IMAGE, "image/png", "a.png", reader);
  }

  private static ByteStore<SpoolReader> failingStore(IOException failure) {
    return new ByteStore<SpoolReader>() {
      @Override
      public SpoolReader write(String id, ByteSource bytes) throws IOException {
        throw failure;
      }

      @Override
      public Optional<SpoolReader> read(String id) {
        return Optional.empty();
      }

      @Override
      public boolean delete(String id) {
        return false;
      }
    };
  }
}
