package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.dispatching;
import static dev.adk4j.harness.Engine.raw;
import static dev.adk4j.harness.Engine.runner;
import static dev.adk4j.harness.Engine.turning;
import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnToolCallContent;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolGuard;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.Tools;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class ToolApprovalTests {

  private final List<String> log = new ArrayList<>();
  private final List<ToolCall> calls = new ArrayList<>();
  private final List<Object> statuses = new ArrayList<>();
  private String asked = "{\"to\":\"ann\"}";
  private Consumer<TurnRunner> observing = runner -> {};

  private final Tool mail =
      Tool.builder("mail")
          .description("Sends a mail")
          .inputSchema(
              ToolSchema.parse(
                  "{\"type\":\"object\",\"properties\":{\"to\":{\"type\":\"string\"}},\"required\":[\"to\"]}"))
          .handler(
              (args, ctx, meta) -> {
                log.add("sent to " + args.path("to").stringValue());
                return ToolOutput.text("sent");
              })
          .build();

  private ToolCall run(Tool tool, List<DispatchMiddleware> pipeline, Consumer<TurnGate> decide) {
    TurnRunner runner =
        runner()
            .tools(List.of(tool))
            .dispatchInputPipeline(pipeline)
            .executor(
                (ctx, helpers) -> {
                  calls.add(ToolCallRunner.run(ctx, helpers, tool.name(), Json.read(asked)));
                  ctx.ack();
                })
            .build();
    runner.observe(
        TurnEvent.TURN_GATE_OPEN,
        gate -> {
          log.add("asked");
          decide.accept(gate);
        });
    runner.observe(TurnEvent.TOOL_EXECUTION_START, e -> log.add("start " + e.args().text()));
    runner.observe(TurnEvent.DISPATCH_END, (DispatchEnd e) -> statuses.add(e.status()));
    observing.accept(runner);
    runner.run(raw());
    return calls.getFirst();
  }

  private ToolCall asks(Consumer<TurnGate> decide) {
    return run(mail, List.of(ToolApproval.of("mail")), decide);
  }

  private static String result(ToolCall call) throws Exception {
    return switch (call.results()) {
      case ToolResults.Text(var text) -> text.value();
      case ToolResults.Artifacts(List<SpooledArtifact> items, boolean single) ->
          items.getFirst().asString();
      case ToolResults.MediaItems media -> "media";
    };
  }

  @Test
  void approvedCallStartsAfterTheDecision() throws Exception {
    ToolCall call =
        asks(
            gate -> {
              ApprovalGuard.Request asked = (ApprovalGuard.Request) gate.payload();
              assertThat(gate.reason()).isEqualTo("tool_approval");
              assertThat(asked.tool()).isEqualTo("mail");
              assertThat(asked.description()).isEqualTo("Sends a mail");
              assertThat(asked.args().text()).isEqualTo("{\"to\":\"ann\"}");
              assertThat(asked.checksum()).hasSize(64);
              gate.resolve(true);
            });
    assertThat(log).containsExactly("asked", "start {\"to\":\"ann\"}", "sent to ann");
    assertThat(call.isError()).isFalse();
    assertThat(result(call)).isEqualTo("sent");
  }

  @Test
  void patternNamesLaterTools() throws Exception {
    run(mail, List.of(ToolApproval.of("ma*", "optional:fax")), gate -> gate.resolve(true));
    assertThat(log).containsExactly("asked", "start {\"to\":\"ann\"}", "sent to ann");
  }

  @Test
  void aNameWithoutAToolIsReportedOnceInEachDispatch() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger(ToolApproval.class);
    ListAppender<ILoggingEvent> events = new ListAppender<>();
    events.start();
    logger.addAppender(events);
    logger.setAdditive(false);
    try {
      List<DispatchMiddleware> asking =
          List.of(ToolApproval.of("mail", "mial", "mcp_*", "optional:fax"));
      run(mail, asking, gate -> gate.resolve(true));
      run(mail, asking, gate -> gate.resolve(true));
      asks(gate -> gate.resolve(true));
      assertThat(events.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .hasSize(2)
          .allMatch(message -> message.contains("no tool is named [mial, mcp_*, optional:fax]"));
    } finally {
      logger.detachAppender(events);
      logger.setAdditive(true);
    }
  }

  @Test
  void deniedCallIsAnsweredToTheModelAndTheTurnGoesOn() throws Exception {
    ToolCall call = asks(gate -> gate.resolve(ApprovalGuard.Decision.deny("not on Sundays")));
    assertThat(log).containsExactly("asked");
    assertThat(call.isError()).isTrue();
    assertThat(result(call)).isEqualTo("The call of tool 'mail' was not approved: not on Sundays");
    assertThat(statuses).containsExactly(DispatchStatus.ACK);
  }

  @Test
  void rejectedGateIsAnsweredToTheModel() throws Exception {
    ToolCall call = asks(gate -> gate.reject(new IllegalStateException("no such desk")));
    assertThat(call.isError()).isTrue();
    assertThat(result(call)).contains("no such desk");
    assertThat(log).containsExactly("asked");
  }

  private Tool withOwnGuard() {
    return mail.toBuilder()
        .guard(
            (tool, args, checksum, ctx, call) -> {
              log.add("own guard");
              return call.proceed(args);
            })
        .build();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Timeout(120)
  void undecidedCallIsRefusedInTime(boolean guarded) {
    ToolCall call =
        run(
            guarded ? withOwnGuard() : mail,
            List.of(ToolApproval.of("mail").timeout(Duration.ofMillis(20))),
            gate -> {});
    assertThat(call.isError()).isTrue();
    assertThat(log).containsExactly("asked");
  }

  @Test
  void denialNeedsNoFittingArguments() throws Exception {
    ToolCall call = asks(gate -> gate.resolve(Map.of("approved", false, "args", Map.of("to", 7))));
    assertThat(call.isError()).isTrue();
    assertThat(result(call)).contains("was not approved");
    assertThat(log).containsExactly("asked");
  }

  @Test
  void editedArgumentsAreUsed() {
    asks(gate -> gate.resolve(Map.of("approved", true, "args", Map.of("to", "bob"))));
    assertThat(log).containsExactly("asked", "start {\"to\":\"bob\"}", "sent to bob");
    assertThat(calls.getFirst().args().text()).isEqualTo("{\"to\":\"bob\"}");
    assertThat(calls.getFirst().checksum())
        .isEqualTo(Checksum.of("mail", JsonValue.parse("{\"to\":\"bob\"}")));
    assertThat(calls.getFirst().requestedArgs().orElseThrow().text()).isEqualTo("{\"to\":\"ann\"}");
  }

  @Test
  void eventsOfAnEditedCallTellTheEditedArguments() {
    List<String> ran = new ArrayList<>();
    List<TurnToolCallContent> told = new ArrayList<>();
    observing =
        runner -> {
          runner.observe(TurnEvent.TOOL_EXECUTION_START, e -> ran.add(e.callId()));
          runner.observe(TurnEvent.TOOL_EXECUTION_END, e -> ran.add(e.callId()));
          runner.on(TurnEvent.TOOL_CALL, told::add);
        };
    ToolCall call =
        asks(gate -> gate.resolve(Map.of("approved", true, "args", Map.of("to", "bob"))));
    assertThat(ran).containsExactly(call.checksum(), call.checksum());
    assertThat(told).extracting(TurnToolCallContent::id).containsOnly(call.id());
    assertThat(told.getFirst().args()).isEqualTo(call.requestedArgs().orElseThrow());
    assertThat(told.getLast().args()).isEqualTo(call.args());
    assertThat(told.getLast().checksum()).isEqualTo(call.checksum());
  }

  @Test
  void editWithoutAChangeIsNone() {
    ToolCall call =
        asks(gate -> gate.resolve(Map.of("approved", true, "args", Map.of("to", "ann"))));
    assertThat(log).containsExactly("asked", "start {\"to\":\"ann\"}", "sent to ann");
    assertThat(call.requestedArgs()).isEmpty();
  }

  @Test
  void toolGetsTheShownNumbersWithAllTheirDigits() {
    String args =
        "{\"account\":9007199254740993,\"id\":12345678901234567890,\"rate\":0.12345678901234567890}";
    String edited =
        "{\"account\":9007199254740995,\"id\":12345678901234567891,\"rate\":0.12345678901234567891}";
    List<String> got = new ArrayList<>();
    Tool pay =
        Tool.builder("pay")
            .description("d")
            .inputSchema(ToolSchema.parse("{\"type\":\"object\",\"additionalProperties\":true}"))
            .handler(
                (given, ctx, meta) -> {
                  got.add(Json.write(given));
                  return ToolOutput.text("paid");
                })
            .build();
    asked = args;
    List<String> shown = new ArrayList<>();
    run(
        pay,
        List.of(ToolApproval.of("pay")),
        gate -> {
          shown.add(((ApprovalGuard.Request) gate.payload()).args().text());
          gate.resolve(true);
        });
    run(
        pay,
        List.of(ToolApproval.of("pay")),
        gate -> gate.resolve(ApprovalGuard.Decision.approve(JsonValue.parse(edited))));
    assertThat(shown).containsExactly(args);
    assertThat(got).containsExactly(args, edited);
    assertThat(calls.getLast().args().text()).isEqualTo(edited);
    assertThat(calls.getLast().requestedArgs().orElseThrow().text()).isEqualTo(args);
  }

  @Test
  void deciderIsToldTheIdOfTheCallsRecord() {
    List<String> ids = new ArrayList<>();
    ToolCall call =
        asks(
            gate -> {
              ids.add(((ApprovalGuard.Request) gate.payload()).toolCallId());
              gate.resolve(true);
            });
    assertThat(ids).containsExactly(call.id());
  }

  @Test
  void impossibleDecisionLeavesTheGateOpen() {
    asks(
        gate -> {
          for (Object bad :
              new Object[] {
                "yes",
                7,
                Map.of("approved", "true"),
                Map.of("approved", true, "args", Map.of("to", 7)),
                Map.of("approved", true, "oops", 1)
              }) {
            assertFails(AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION, () -> gate.resolve(bad));
          }
          assertThatThrownBy(() -> gate.resolve(null)).isInstanceOf(AdkException.class);
          assertThat(gate.isSettled()).isFalse();
          gate.resolve(JsonValue.parse("{\"approved\":false}"));
        });
    assertThat(log).containsExactly("asked");
  }

  @Test
  void invalidArgumentsAskNobody() {
    Tool strict = mail.toBuilder().inputSchema(ToolSchema.empty()).build();
    ToolCall call = run(strict, List.of(ToolApproval.of("mail")), gate -> gate.resolve(true));
    assertThat(call.isError()).isTrue();
    assertThat(log).isEmpty();
  }

  @Test
  void otherToolsAskNobodyAndHiddenOnesStayHidden() {
    DispatchMiddleware hide = dispatching(ctx -> ctx.tools().hide("mail"));
    run(mail, List.of(hide, ToolApproval.when(tool -> tool.name().startsWith("x"))), gate -> {});
    assertThat(log).containsExactly("start {\"to\":\"ann\"}", "sent to ann");
    log.clear();
    run(
        mail,
        List.of(
            hide,
            ToolApproval.of("mail"),
            dispatching(ctx -> assertThat(ctx.tools().visible()).isEmpty())),
        gate -> gate.resolve(true));
    assertThat(log).first().isEqualTo("asked");
  }

  @Test
  void askingToolAsksOnce() {
    Tool guarded = mail.toBuilder().guard(ApprovalGuard.required()).build();
    run(
        guarded,
        List.of(ToolApproval.of("mail"), ToolApproval.of("mail")),
        gate -> gate.resolve(true));
    assertThat(log).containsOnlyOnce("asked").contains("sent to ann");
  }

  @Test
  void toolThatAsksBeforeItsOtherGuardsAsksOnce() {
    ToolGuard own = withOwnGuard().guard().orElseThrow();
    Tool guarded = mail.toBuilder().guard(ApprovalGuard.required().before(own)).build();
    run(guarded, List.of(ToolApproval.of("mail")), gate -> gate.resolve(true));
    assertThat(log).containsExactly("asked", "own guard", "start {\"to\":\"ann\"}", "sent to ann");
  }

  @Test
  void guardOfTheToolsOwnComesAfterTheApproval() {
    Tool guarded = withOwnGuard();
    run(
        guarded,
        List.of(ToolApproval.of("mail"), ToolApproval.of("mail")),
        gate -> gate.resolve(true));
    assertThat(log).containsExactly("asked", "own guard", "start {\"to\":\"ann\"}", "sent to ann");
  }

  @Test
  void annotatedMethodAsksWithoutAnyMiddleware() {
    Tool annotated = Tools.of(new Desk()).getFirst();
    run(annotated, List.of(), gate -> gate.resolve(false));
    assertThat(log).containsExactly("asked");
    assertThat(calls.getFirst().isError()).isTrue();
  }

  @Test
  void refusesContradictoryAnnotations() {
    assertThatThrownBy(() -> Tools.of(new Contradicting()))
        .hasMessageContaining("requires no approval")
        .hasMessageContaining("negative approval timeout");
  }

  @Test
  void abortedGateWithItsTurnIsNoResult() {
    AtomicReference<TurnContext> turn = new AtomicReference<>();
    TurnRunner runner =
        runner()
            .tools(List.of(mail))
            .turnInputPipeline(List.of(turning(turn::set)))
            .dispatchInputPipeline(List.of(ToolApproval.of("mail")))
            .executor(
                (ctx, helpers) ->
                    calls.add(ToolCallRunner.run(ctx, helpers, "mail", Json.read(asked))))
            .build();
    runner.observe(TurnEvent.DISPATCH_END, e -> statuses.add(e.status()));
    runner.observe(TurnEvent.TURN_GATE_OPEN, gate -> turn.get().abort());
    runner.run(raw());
    assertThat(calls).isEmpty();
    assertThat(log).isEmpty();
    assertThat(statuses).containsExactly(DispatchStatus.ABORTED);
  }

  static final class Desk {
    @AgentTool(description = "Pays", approval = Approval.REQUIRED, approvalTimeoutSeconds = 60)
    public String pay(String to) {
      throw new AssertionError("was not approved");
    }
  }

  static final class Contradicting {
    @AgentTool(description = "a", approvalTimeoutSeconds = 5)
    public String one() {
      return "";
    }

    @AgentTool(description = "b", approval = Approval.REQUIRED, approvalTimeoutSeconds = -5)
    public String two() {
      return "";
    }
  }
}
