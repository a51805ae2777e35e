package dev.adk4j.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.adk4j.abort.AbortController;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.client.InputLimit;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import dev.adk4j.web.WebErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Timeout(300)
class TurnEventsTests {

  private static final Scope SCOPE = Scope.of("acme", "anna", "c1");

  @Test
  void aTurnIsNumberedEventsWithDeltasAndTheFullTextAtTheEnd() throws Exception {
    TurnEvents events =
        events(
            (ctx, helpers) -> {
              helpers.reportThought("t", "hm", true);
              helpers.reportMessage("m", "Hel");
              helpers.reportMessage("m", "lo", true);
              ctx.ack();
            });
    RecordingSink sink = new RecordingSink();
    TurnHandle turn = events.start(raw(), sink);

    List<StreamEvent> all = sink.awaitEnd();
    assertThat(all)
        .extracting(StreamEvent::name)
        .containsExactly("thought", "message", "message", "end");
    assertThat(all).extracting(StreamEvent::number).containsExactly(1L, 2L, 3L, 4L);
    assertThat(all)
        .extracting(e -> Json.read(e.data()))
        .allSatisfy(
            json -> {
              assertThat(json.path("v").asInt()).isEqualTo(1);
              assertThat(json.path("turnId").asString()).isEqualTo(turn.turnId());
            });
    assertThat(json(all.get(1)).path("delta").asString()).isEqualTo("Hel");
    assertThat(json(all.get(1)).has("full")).isFalse();
    assertThat(json(all.get(2)).path("full").asString()).isEqualTo("Hello");
    assertThat(json(all.get(3)).path("status").asString()).isEqualTo("completed");
  }

  @Test
  void startsTurnOfStreamOnceAndWithWhatItsAgentSays() throws Exception {
    TurnRunner runner =
        runner(
                (ctx, helpers) -> {
                  helpers.reportMessage("m", " " + ctx.systemPrompt().value(), true);
                  ctx.ack();
                })
            .build();
    AgentStream stream =
        AgentClient.builder(runner)
            .systemPrompt("Be brief.")
            .build()
            .conversation("anna", "c1")
            .stream("hi");
    TurnEvents events = events(runner);
    RecordingSink sink = new RecordingSink();
    TurnHandle turn = events.start(stream, sink);

    assertThat(json(sink.awaitEnd().getFirst()).path("delta").asString()).isEqualTo(" Be brief.");
    assertThat(replayed(events, stream.scope(), turn.turnId(), turn.turnId() + ":1"))
        .extracting(StreamEvent::number)
        .containsExactly(2L);
    assertThatThrownBy(() -> events.start(stream, sink)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void tellsWhatAnInnerAgentSaysWithItsNameAndTheOuterTurnsId() throws Exception {
    AgentClient expert =
        AgentClient.builder(
                runner(
                        (ctx, helpers) -> {
                          helpers.reportThought("t", "hm", true);
                          helpers.reportMessage("m", "bob", true);
                          ctx.ack();
                        })
                    .build())
            .systemPrompt("")
            .name("expert")
            .build();
    TurnRunner outer =
        runner(
                (ctx, helpers) -> {
                  ToolCallRunner.run(ctx, helpers, "expert", Json.read("{\"message\":\"who?\"}"));
                  helpers.reportMessage("m", "It is bob.", true);
                  ctx.ack();
                })
            .build();
    AgentStream stream =
        AgentClient.builder(outer)
            .systemPrompt("")
            .addTools(expert.asTool("expert", "Knows."))
            .build()
            .conversation("anna", "c1")
            .stream("who?");
    RecordingSink sink = new RecordingSink();
    TurnHandle turn = events(outer).start(stream, sink);

    List<StreamEvent> all = sink.awaitEnd();
    assertThat(all)
        .extracting(StreamEvent::name)
        .containsExactly("toolCall", "inner", "inner", "toolCall", "message", "end");
    assertThat(all)
        .allSatisfy(e -> assertThat(json(e).path("turnId").asString()).isEqualTo(turn.turnId()));
    assertThat(json(all.get(2)).path("agent").asString()).isEqualTo("expert");
    assertThat(json(all.get(2)).path("event").asString()).isEqualTo("message");
    assertThat(json(all.get(2)).path("delta").asString()).isEqualTo("bob");
    assertThat(json(all.get(2)).path("callId").asString())
        .isEqualTo(json(all.get(0)).path("id").asString());
  }

  @Test
  void aToolCallIsAnnouncedAndCompletedWithItsResult() throws Exception {
    Tool echo =
        Tool.builder("echo")
            .description("Says it again.")
            .inputSchema("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}")
            .handler((args, ctx, meta) -> ToolOutput.text(args.path("text").asString()))
            .build();
    TurnEvents events =
        events(
            runner(ScriptedExecutor.of(Script.empty().callTool("echo", Map.of("text", "abc"))))
                .addTool(echo)
                .build());

    List<JsonNode> calls = toolCalls(told(events));
    assertThat(calls).hasSize(2);
    assertThat(calls.getFirst().path("args").path("text").asString()).isEqualTo("abc");
    assertThat(calls.getFirst().path("complete").asBoolean()).isFalse();
    assertThat(calls.getLast().path("complete").asBoolean()).isTrue();
    assertThat(calls.getLast().path("results").get(0).path("preview").asString()).isEqualTo("abc");
    assertThat(calls.getLast().path("results").get(0).path("truncated").asBoolean()).isFalse();
  }

  @Test
  void replayAfterEveryPositionGivesTheRestOfTheSameSequence() throws Exception {
    TurnEvents events = events(streaming(50));
    RecordingSink first = new RecordingSink();
    TurnHandle turn = events.start(raw(), first);
    List<StreamEvent> all = first.awaitEnd();

    assertThat(all).hasSize(52);
    for (int last = 0; last <= all.size(); last++) {
      assertThat(replayed(events, SCOPE, turn.turnId(), String.valueOf(last)))
          .isEqualTo(all.subList(last, all.size()));
    }
  }

  @Test
  void reconnectingClientMissesNothing() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    TurnEvents events =
        events(
            (ctx, helpers) -> {
              helpers.reportMessage("m", "1");
              helpers.reportMessage("m", "2");
              goOn.await();
              helpers.reportMessage("m", "3", true);
              ctx.ack();
            });
    RecordingSink leaving = new RecordingSink().failingAfter(1);
    TurnHandle turn = events.start(raw(), leaving);
    leaving.awaitEvents(1);

    RecordingSink back = new RecordingSink();
    events.replay(SCOPE, turn.turnId(), "1", back);
    back.awaitEvents(1);
    goOn.countDown();

    assertThat(back.awaitEnd()).extracting(StreamEvent::number).containsExactly(2L, 3L, 4L);
    assertThat(leaving.events()).hasSize(1);
    assertThat(json(back.events().get(1)).path("full").asString()).isEqualTo("123");
  }

  @Test
  void slowClientDoesNotSlowTheTurnAndLearnsOfMissedEvents() throws Exception {
    TurnEvents events = events(runner(streaming(300)).build(), 8 << 10);
    RecordingSink slow = new RecordingSink().blockedAfter(1);
    TurnHandle turn = events.start(raw(), slow);

    assertThat(turn.join(Duration.ofMinutes(2))).isTrue();
    slow.release();
    JsonNode gone = Json.read(slow.awaitUnnumbered());
    assertThat(gone.path("code").asString()).isEqualTo("E_STREAM_EVENTS_GONE");
    assertThat(gone.path("status").asInt()).isEqualTo(410);
    assertThat(gone.path("lastEventId").asLong()).isNotNegative();
    assertThat(gone.path("oldestEventId").asLong())
        .isGreaterThan(gone.path("lastEventId").asLong() + 1);
    assertThat(gone.has("n")).isFalse();
  }

  @Test
  void partialTextIsKeptWhenTheTurnIsAborted() throws Exception {
    AbortController abort = new AbortController();
    TurnEvents events =
        events(
            (ctx, helpers) -> {
              helpers.reportThought("t", "thinking");
              helpers.reportMessage("m", "Hel");
              helpers.reportMessage("m", "l");
              abort.abort("enough");
              ctx.abortSignal().throwIfAborted();
            });
    RecordingSink sink = new RecordingSink();
    events.start(
        RawTurnContext.builder().systemPrompt("").scope(SCOPE).turnAbortController(abort).build(),
        sink);

    List<StreamEvent> all = sink.awaitEnd();
    assertThat(all)
        .extracting(StreamEvent::name)
        .containsExactly("thought", "message", "message", "message", "thought", "end");
    JsonNode partial = json(all.get(3));
    assertThat(partial.path("partial").asBoolean()).isTrue();
    assertThat(partial.path("full").asString()).isEqualTo("Hell");
    assertThat(json(all.get(4)).path("full").asString()).isEqualTo("thinking");
    assertThat(json(all.getLast()).path("status").asString()).isEqualTo("aborted");
  }

  @Test
  void errorShowsCodeAndMeaningWithoutInternals() throws Exception {
    TurnEvents events =
        events(
            (ctx, helpers) -> {
              throw new IllegalStateException("password=secret");
            });
    List<StreamEvent> all = told(events);
    assertThat(all).extracting(StreamEvent::name).containsExactly("error", "end");
    JsonNode error = json(all.getFirst());
    assertThat(error.path("code").asString()).isEqualTo("E_LLM_EXECUTION_EXECUTOR_ERROR");
    assertThat(error.path("message").asString()).isEqualTo("The executor failed.");
    assertThat(error.toString()).doesNotContain("secret");
    assertThat(json(all.getLast()).path("status").asString()).isEqualTo("failed");
  }

  @Test
  void gatesAreEvents() throws Exception {
    TurnRunner runner = waiting("tool_approval", Map.of("tool", "pay")).build();
    runner.observe(dev.adk4j.event.TurnEvent.TURN_GATE_OPEN, gate -> gate.resolve("yes"));
    List<StreamEvent> all = told(events(runner));
    assertThat(all)
        .extracting(StreamEvent::name)
        .containsExactlyInAnyOrder("turnGateOpen", "turnGateClosed", "end");
    JsonNode open = first(all, "turnGateOpen");
    assertThat(open.path("gateId").asString()).isEqualTo("g1");
    assertThat(open.path("payload").path("tool").asString()).isEqualTo("pay");
  }

  @Test
  void aPayloadWithoutAJsonFormIsShownAsItsClass() throws Exception {
    TurnRunner runner =
        runner(
                (ctx, helpers) -> {
                  ctx.waitFor(GateRequest.of("g1", "question", ctx));
                  ctx.ack();
                })
            .build();
    runner.observe(dev.adk4j.event.TurnEvent.TURN_GATE_OPEN, gate -> gate.resolve(null));

    JsonNode payload = first(told(events(runner)), "turnGateOpen").path("payload");
    assertThat(payload.propertyNames()).containsExactly("notJson");
  }

  @Test
  void anotherScopesTurnIsUnknown() throws Exception {
    TurnEvents events = events(streaming(1));
    TurnHandle turn = ended(events);

    assertUnknown(
        () -> events.replay(SCOPE.withSubject("bob"), turn.turnId(), null, new RecordingSink()));
    assertUnknown(() -> events.replay(SCOPE, "no-such-turn", null, new RecordingSink()));
  }

  @Test
  void refusesUnknownLastEventId() throws Exception {
    TurnEvents events = events(streaming(1));
    TurnHandle turn = ended(events);

    for (String id :
        List.of("x", "-1", "+1", "4", "1 2", "0x1", "٣", "9223372036854775808", "1\n2")) {
      assertThatThrownBy(() -> events.replay(SCOPE, turn.turnId(), id, new RecordingSink()))
          .as(id)
          .isInstanceOfSatisfying(
              AdkException.class,
              e -> {
                assertThat(e.errorCode()).isEqualTo(WebErrorCode.E_INPUT_UNREADABLE);
                assertThat(e.getMessage()).doesNotContain("\n");
              });
    }
  }

  @Test
  void inputOverTheLimitIsRefusedBeforeATurnStarts() {
    AtomicReference<String> ran = new AtomicReference<>("no");
    TurnEvents events =
        events(
            runner(
                    (ctx, helpers) -> {
                      ran.set("yes");
                      ctx.ack();
                    })
                .build(),
            properties(1 << 20),
            InstantSource.system(),
            new InputLimit(10));
    RawTurnContext raw =
        RawTurnContext.builder()
            .systemPrompt("")
            .scope(SCOPE)
            .input(Message.user("123456"), Message.user("üüü"))
            .build();

    refuses(AdkErrorCode.E_INPUT_TOO_LARGE, () -> events.start(raw, new RecordingSink()));
    assertThat(ran).hasValue("no");
    assertThat(events.scopes()).isEmpty();
  }

  @Test
  void erasedEventsAreGoneAndTheirStreamsEnd() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    TurnEvents events =
        events(
            (ctx, helpers) -> {
              helpers.reportMessage("m", "secret");
              goOn.await();
              helpers.reportMessage("m", "secret, too", true);
              ctx.ack();
            });
    RecordingSink open = new RecordingSink();
    TurnHandle turn = events.start(raw(), open);
    open.awaitEvents(1);

    events.erase(SCOPE.withSubject("bob")::equals, null);
    events.erase(SCOPE::equals, Instant.now());
    assertThat(events.scopes()).containsExactly(SCOPE);
    events.erase(SCOPE::equals, null);

    assertThat(open.awaitUnnumbered()).contains("E_STREAM_TURN_UNKNOWN");
    open.awaitEnd();
    assertUnknown(() -> events.replay(SCOPE, turn.turnId(), "1", new RecordingSink()));
    goOn.countDown();
    assertThat(turn.join(Duration.ofMinutes(2))).isTrue();
    assertUnknown(() -> events.replay(SCOPE, turn.turnId(), null, new RecordingSink()));
    assertThat(events.scopes()).isEmpty();
    assertThat(open.events()).hasSize(1);
  }

  @Test
  void anInvalidTurnIsRefusedBeforeAnythingIsSent() {
    RecordingSink sink = new RecordingSink();

    assertThatThrownBy(
            () -> events(streaming(1)).start(RawTurnContext.builder().scope(SCOPE).build(), sink))
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("systemPrompt");
    assertThat(sink.events()).isEmpty();
  }

  @Test
  void aSilentTurnSendsHeartbeats() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    RecordingSink sink = new RecordingSink();
    TurnEvents events =
        events(
            runner(
                    (ctx, helpers) -> {
                      goOn.await();
                      ctx.ack();
                    })
                .build(),
            new StreamOptions(
                1 << 20, 1 << 20, Duration.ofMinutes(1), Duration.ofMillis(1), false));
    events.start(raw(), sink);

    assertThat(sink.awaitHeartbeat(2, TimeUnit.MINUTES)).isTrue();
    goOn.countDown();
    sink.awaitEnd();
  }

  @Test
  void replaysTurnInTheResolvedScope() throws Exception {
    TurnRunner runner = runner(streaming(1)).scopeResolver(raw -> SCOPE).build();
    TurnEvents events =
        events(runner, properties(1 << 20), InstantSource.system(), InputLimit.NONE);
    RecordingSink sink = new RecordingSink();
    TurnHandle turn = events.start(RawTurnContext.builder().systemPrompt("").build(), sink);
    List<StreamEvent> all = sink.awaitEnd();

    assertThat(replayed(events, SCOPE, turn.turnId(), null)).isEqualTo(all);
    assertUnknown(() -> events.replay(Scope.DEFAULT, turn.turnId(), null, new RecordingSink()));
  }

  @Test
  void showsMessageOfAnErrorIfIncluded() throws Exception {
    TurnEvents events =
        events(
            runner(
                    (ctx, helpers) -> {
                      throw new IllegalStateException("the cause");
                    })
                .build(),
            new StreamOptions(
                1 << 20, 1 << 20, Duration.ofMinutes(1), Duration.ofSeconds(15), true));

    assertThat(json(told(events).getFirst()).path("message").asString()).contains("the cause");
  }

  @Test
  void showsBeginningOfLongResultWithoutHalfCharacters() throws Exception {
    Tool tool =
        Tool.builder("long")
            .description("Says much.")
            .inputSchema("{\"type\":\"object\"}")
            .handler((args, ctx, meta) -> ToolOutput.text("x".repeat(1999) + "😀" + "y".repeat(9)))
            .build();
    TurnEvents events =
        events(
            runner(ScriptedExecutor.of(Script.empty().callTool("long", Map.of())))
                .addTool(tool)
                .build());

    JsonNode result = toolCalls(told(events)).getLast().path("results").get(0);
    assertThat(result.path("preview").asString()).isEqualTo("x".repeat(1999));
    assertThat(result.path("truncated").asBoolean()).isTrue();
  }

  @Test
  void marksFailedToolCall() throws Exception {
    TurnEvents events =
        events(
            runner(ScriptedExecutor.of(Script.empty().callMissingTool("no_such_tool", Map.of())))
                .build());

    assertThat(toolCalls(told(events)).getLast().path("error").asBoolean()).isTrue();
  }

  @Test
  void aTurnThatWaitsForADecisionEndsAsWaiting() throws Exception {
    try (GateService service = GateService.of(TurnStore.inMemory())) {
      Tool pay =
          Tool.builder("pay")
              .description("Pays.")
              .inputSchema(ToolSchema.empty())
              .guard(ApprovalGuard.required())
              .handler((args, ctx, meta) -> ToolOutput.text("paid"))
              .build();
      TurnRunner runner =
          runner(
                  (ctx, helpers) ->
                      ToolCallRunner.run(
                          ctx,
                          helpers,
                          List.of(new ToolCallRequest(null, "pay", null)),
                          ToolResultOptions.DEFAULT))
              .addTool(pay)
              .gates(service)
              .build();
      RecordingSink sink = new RecordingSink();
      events(runner)
          .start(
              RawTurnContext.builder().systemPrompt("").scope(SCOPE).parkApprovals(true).build(),
              sink);

      List<StreamEvent> all = sink.awaitEnd();
      assertThat(all)
          .extracting(StreamEvent::name)
          .containsExactlyInAnyOrder("toolCall", "turnGateOpen", "end");
      assertThat(json(all.getLast()).path("status").asString()).isEqualTo("waiting");
    }
  }

  @Test
  void aRecordedGateIsNamedToClients() throws Exception {
    try (GateService service = GateService.of(TurnStore.inMemory())) {
      TurnRunner runner = waiting("question", null).gates(service).build();
      AtomicReference<String> ref = new AtomicReference<>();
      runner.observe(
          dev.adk4j.event.TurnEvent.TURN_GATE_OPEN,
          gate -> {
            ref.set(gate.ref().orElseThrow());
            gate.resolve(null);
          });
      assertThat(first(told(events(runner)), "turnGateOpen").path("ref").asString())
          .isEqualTo(ref.get());
    }
  }

  @Test
  void closedGateShowsItsResult() throws Exception {
    TurnRunner runner =
        runner(
                (ctx, helpers) -> {
                  assertThatThrownBy(() -> ctx.waitFor(GateRequest.of("g1", "question", null)))
                      .hasMessage("no");
                  ctx.ack();
                })
            .build();
    runner.observe(
        dev.adk4j.event.TurnEvent.TURN_GATE_OPEN,
        gate -> gate.reject(new IllegalStateException("no")));

    JsonNode closed = first(told(events(runner)), "turnGateClosed");
    assertThat(closed.path("result").asString()).isEqualTo("rejected");
  }

  @Test
  void aClientIsToldTheLastEventItGotAndTheOldestThereIs() throws Exception {
    TurnEvents events = events(runner(streaming(200)).build(), 8 << 10);
    RecordingSink sink = new RecordingSink().failingAfter(0);
    TurnHandle turn = events.start(raw(), sink);
    assertThat(turn.join(Duration.ofMinutes(2))).isTrue();

    RecordingSink back = new RecordingSink();
    AdkException gone =
        catchThrowableOfType(
            AdkException.class, () -> events.replay(SCOPE, turn.turnId(), "3", back));
    assertThat(gone.errorCode()).isEqualTo(WebErrorCode.E_STREAM_EVENTS_GONE);
    assertThat(gone.args()).startsWith(turn.turnId(), 3L);
    long oldest = (long) gone.args().getLast();
    assertThat(gone).hasMessageContaining("from number " + oldest + " on");
    assertThat(
            replayed(events, SCOPE, turn.turnId(), String.valueOf(oldest - 1)).getFirst().number())
        .isEqualTo(oldest);
  }

  @Test
  void oneTurnHoldsNoMoreThanItsShare() throws Exception {
    TurnEvents events =
        events(
            runner(streaming(200)).build(),
            new StreamOptions(
                8 << 10, 1 << 20, Duration.ofMinutes(1), Duration.ofSeconds(15), false));
    TurnHandle turn = events.start(raw(), new RecordingSink());
    assertThat(turn.join(Duration.ofMinutes(2))).isTrue();

    RecordingSink late = new RecordingSink();
    refuses(
        WebErrorCode.E_STREAM_EVENTS_GONE, () -> events.replay(SCOPE, turn.turnId(), null, late));
  }

  @Test
  void anEndedTurnIsReplayedUntilItsRetentionIsOver() throws Exception {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    TurnEvents events =
        events(runner(streaming(1)).build(), properties(1 << 20), now::get, InputLimit.NONE);
    RecordingSink sink = new RecordingSink();
    TurnHandle turn = events.start(raw(), sink);
    List<StreamEvent> all = sink.awaitEnd();
    assertThat(turn.join(Duration.ofMinutes(2))).isTrue();

    now.set(Instant.EPOCH.plusSeconds(60));
    assertThat(replayed(events, SCOPE, turn.turnId(), null)).isEqualTo(all);
    now.set(Instant.EPOCH.plusSeconds(61));
    assertUnknown(() -> events.replay(SCOPE, turn.turnId(), null, new RecordingSink()));
  }

  private List<JsonNode> toolCalls(List<StreamEvent> events) {
    return events.stream().filter(e -> e.name().equals("toolCall")).map(this::json).toList();
  }

  private static StreamOptions properties(long buffer) {
    return new StreamOptions(buffer, buffer, Duration.ofMinutes(1), Duration.ofSeconds(15), false);
  }

  private JsonNode json(StreamEvent event) {
    return Json.read(event.data());
  }

  private static void assertUnknown(ThrowingCallable replay) {
    refuses(WebErrorCode.E_STREAM_TURN_UNKNOWN, replay);
  }

  private static void refuses(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(AdkException.class, e -> assertThat(e.errorCode()).isEqualTo(code));
  }

  private static DispatchExecutor streaming(int deltas) {
    return (ctx, helpers) -> {
      for (int i = 0; i < deltas; i++) {
        helpers.reportMessage("m", "word ");
      }
      helpers.reportMessage("m", "", true);
      ctx.ack();
    };
  }

  private static RawTurnContext raw() {
    return RawTurnContext.builder().systemPrompt("").scope(SCOPE).build();
  }

  private static TurnRunner.Builder runner(DispatchExecutor executor) {
    return TurnRunner.builder().storage(new InMemoryStorageAdapter()).executor(executor);
  }

  private static TurnEvents events(DispatchExecutor executor) {
    return events(runner(executor).build());
  }

  private static TurnEvents events(TurnRunner runner) {
    return events(runner, 1 << 20);
  }

  private static TurnEvents events(TurnRunner runner, long buffer) {
    return events(runner, properties(buffer));
  }

  private static TurnEvents events(TurnRunner runner, StreamOptions options) {
    return events(runner, options, InstantSource.system(), InputLimit.NONE);
  }

  private static TurnEvents events(
      TurnRunner runner, StreamOptions options, InstantSource clock, InputLimit limit) {
    return new TurnEvents(runner, options, clock, limit, RequestLimits.none(), null, null);
  }

  /** A runner whose turns wait for a gate. */
  private static TurnRunner.Builder waiting(String reason, @Nullable Object payload) {
    return runner(
        (ctx, helpers) -> {
          ctx.waitFor(GateRequest.of("g1", reason, payload));
          ctx.ack();
        });
  }

  /** What a client gets that comes back behind that event. */
  private static List<StreamEvent> replayed(
      TurnEvents events, Scope scope, String turnId, @Nullable String last) throws Exception {
    RecordingSink sink = new RecordingSink();
    events.replay(scope, turnId, last, sink);
    return sink.awaitEnd();
  }

  /** A turn all of whose events were told. */
  private static TurnHandle ended(TurnEvents events) throws Exception {
    RecordingSink sink = new RecordingSink();
    TurnHandle turn = events.start(raw(), sink);
    sink.awaitEnd();
    return turn;
  }

  /** Runs a turn and returns its events. */
  private static List<StreamEvent> told(TurnEvents events) throws Exception {
    RecordingSink sink = new RecordingSink();
    events.start(raw(), sink);
    return sink.awaitEnd();
  }

  private JsonNode first(List<StreamEvent> events, String name) {
    return events.stream()
        .filter(event -> event.name().equals(name))
        .findFirst()
        .map(this::json)
        .orElseThrow();
  }
}
