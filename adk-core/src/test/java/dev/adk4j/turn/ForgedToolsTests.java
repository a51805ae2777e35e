package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.NOW;
import static dev.adk4j.harness.Engine.dispatching;
import static dev.adk4j.harness.Engine.raw;
import static dev.adk4j.harness.Engine.runner;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.harness.Tape;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.ForgeToolsFilter;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Reader tools of artifacts come and go with the iterations of a dispatch. */
class ForgedToolsTests {

  private final List<String> seen = new ArrayList<>();
  private final AtomicReference<DispatchContext> dispatch = new AtomicReference<>();

  private Tape play(DispatchExecutor executor) {
    return play(ForgeToolsFilter.ALL, executor);
  }

  private Tape play(ForgeToolsFilter filter, DispatchExecutor executor) {
    var runner =
        runner()
            .forgeToolsFilter(filter)
            .dispatchInputPipeline(
                List.of(
                    dispatching(
                        ctx -> {
                          dispatch.set(ctx);
                          seen.add("iteration " + ctx.iteration() + ": " + forged(ctx).size());
                        })))
            .executor(executor)
            .build();
    Tape tape = Tape.of(runner);
    runner.run(raw());
    return tape.rethrowAssertions();
  }

  @Test
  void abortSeenByAFilterIsTheAbort() {
    for (Exception thrown :
        List.of(new dev.adk4j.abort.AbortException("gone"), new InterruptedException("gone"))) {
      seen.clear();
      Tape tape =
          play(
              (forged, ctx) -> {
                ctx.abort();
                throw dev.adk4j.harness.Engine.<RuntimeException>sneaky(thrown);
              },
              (ctx, helpers) -> store(ctx, "a"));
      assertThat(Thread.interrupted()).isEqualTo(thrown instanceof InterruptedException);
      assertThat(tape.lines())
          .contains("dispatchEnd(aborted, iterations 1)")
          .noneMatch(line -> line.startsWith("error"));
      assertThat(seen).containsExactly("iteration 0: 0");
    }
  }

  @Test
  void readerToolsAreThereInTheNextIterationNeverPileUpAndGoWithTheAck() {
    List<Integer> counts = new ArrayList<>();
    play(
        (ctx, helpers) -> {
          switch (ctx.iteration()) {
            case 0 -> store(ctx, "a");
            case 1 -> {
              counts.add(forged(ctx).size());
              ctx.tools().hide(forged(ctx).getFirst().name());
              store(ctx, "b");
            }
            case 2 -> {
              counts.add(forged(ctx).size());
              counts.add(ctx.tools().hidden().size());
            }
            default -> {
              ctx.ack();
              counts.add(forged(ctx).size());
            }
          }
        });
    assertThat(seen.getFirst()).isEqualTo("iteration 0: 0");
    assertThat(counts.get(0)).isPositive();
    assertThat(counts.get(1)).isEqualTo(counts.get(0));
    assertThat(counts.get(2)).isEqualTo(1);
    assertThat(counts.get(3)).isZero();
  }

  @Test
  void afterANackTheyStayForInspection() {
    play(
        (ctx, helpers) -> {
          if (ctx.iteration() == 0) {
            store(ctx, "a");
          } else {
            ctx.nack();
          }
        });
    assertThat(forged(dispatch.get())).isNotEmpty();
  }

  @Test
  void filterLeavesToolsOut() {
    List<String> offered = new ArrayList<>();
    play(
        (forged, ctx) ->
            forged.stream().filter(tool -> tool.name().equals("artifact_grep")).toList(),
        (ctx, helpers) -> {
          if (ctx.iteration() == 0) {
            store(ctx, "a");
          } else {
            forged(ctx).forEach(tool -> offered.add(tool.name()));
            ctx.ack();
          }
        });
    assertThat(offered).containsExactly("artifact_grep");
    assertThat(seen.getLast()).as("what the pipeline finds").isEqualTo("iteration 1: 1");
  }

  @Test
  void filterAddingAToolOrFailingRefusesTheDispatch() {
    Tool other =
        Tool.builder("other")
            .description("x")
            .inputSchema("{\"type\":\"object\"}")
            .handler((args, ctx, meta) -> ToolOutput.text("x"))
            .build();
    List<ForgeToolsFilter> wrong =
        List.of(
            (forged, ctx) -> List.of(other),
            (forged, ctx) -> raise(new IllegalStateException("broken")));
    for (ForgeToolsFilter filter : wrong) {
      Tape tape =
          play(
              filter,
              (ctx, helpers) -> {
                assertThat(ctx.iteration()).isZero();
                store(ctx, "a");
              });
      assertThat(tape.events(ErrorEvent.class))
          .singleElement()
          .satisfies(
              event ->
                  assertThat(event.error().errorCode())
                      .isEqualTo(AdkErrorCode.E_LLM_EXECUTION_EXECUTOR_ERROR));
    }
  }

  private static List<Tool> forged(DispatchContext ctx) {
    return ctx.tools().all().stream().filter(Tool::ephemeral).toList();
  }

  private static void store(DispatchContext ctx, String id) throws Exception {
    JsonValue args = JsonValue.parse("{\"q\":\"" + id + "\"}");
    ctx.storeToolCall(
        ToolCall.builder()
            .id(id)
            .tool("search")
            .args(args)
            .checksum(Checksum.of("search", args))
            .results(ToolResults.artifact(artifact(ctx, id)))
            .isComplete(true)
            .isError(false)
            .createdAt(NOW)
            .updatedAt(NOW)
            .completedAt(NOW)
            .build());
  }

  private static SpooledArtifact artifact(DispatchContext ctx, String id) throws Exception {
    return new SpooledArtifact(ctx.spoolStore().write(id, ByteSource.of("line 1\nline 2")));
  }
}
