package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.NOW;
import static dev.adk4j.harness.Engine.runner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.event.AgentEvent.GenerationStatsEvent;
import dev.adk4j.event.AgentEvent.LogEvent;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.LogLevel;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.event.TurnToolCallContent;
import dev.adk4j.harness.Tape;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.value.JsonValue;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ExecutorReportsTests {

  private final AtomicLong seconds = new AtomicLong();
  private final InstantSource ticking = () -> NOW.plusSeconds(seconds.getAndIncrement());

  @Test
  void streamsGrowUntilTheyAreComplete() {
    Tape tape =
        play(
            (ctx, helpers) -> {
              helpers.reportMessage("m", "Hel");
              helpers.reportThought("m", "another stream");
              helpers.reportMessage("m", "lo", true);
              ctx.ack();
            });

    List<TurnStreamableContent> steps =
        tape.events(TurnStreamableContent.class).stream()
            .filter(s -> !s.aDelta().startsWith("another"))
            .toList();
    TurnStreamableContent first = steps.get(0);
    TurnStreamableContent second = steps.get(1);
    assertThat(first.full()).isEqualTo("Hel");
    assertThat(first.createdAt()).isEqualTo(first.updatedAt());
    assertThat(first.completedAt()).isNull();
    assertThat(second.full()).isEqualTo("Hello");
    assertThat(second.createdAt()).isEqualTo(first.createdAt());
    assertThat(second.updatedAt()).isAfter(first.updatedAt());
    assertThat(second.completedAt()).isEqualTo(second.updatedAt());
    assertThat(first.turnId()).isEqualTo(tape.turnIds().iterator().next());
  }

  @Test
  void aReportAfterTheEndFailsAndTellsNothing() {
    Tape tape =
        play(
            (ctx, helpers) -> {
              helpers.reportMessage("m", "done", true);
              helpers.reportThought("t", "", true);
              helpers.reportToolCall(
                  "c",
                  DispatchExecutorHelpers.ToolCallReport.complete(ToolResults.text("x"), false));
              assertThatThrownBy(() -> helpers.reportMessage("m", "more"))
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("'m'");
              assertThatThrownBy(() -> helpers.reportThought("t", "more"))
                  .isInstanceOf(IllegalStateException.class);
              assertThatThrownBy(
                      () ->
                          helpers.reportToolCall(
                              "c",
                              DispatchExecutorHelpers.ToolCallReport.announce(
                                  "t", JsonValue.parse("{}"))))
                  .isInstanceOf(IllegalStateException.class);
              ctx.ack();
            });
    assertThat(tape.lines())
        .containsSubsequence(
            "message(m, 'done', complete)", "thought(t, '', complete)", "toolCall(c, complete)")
        .hasSize(8);
  }

  @Test
  void streamsLiveAsLongAsTheirDispatch() {
    DispatchExecutor executor =
        (ctx, helpers) -> {
          if (ctx.iteration() == 1) {
            helpers.reportMessage("m", "b", true);
            ctx.ack();
          } else {
            helpers.reportMessage("m", "a");
          }
        };
    Tape tape = play(executor);
    assertThat(tape.events(TurnStreamableContent.class))
        .extracting(TurnStreamableContent::full)
        .containsExactly("a", "ab");
    assertThat(play(executor).events(TurnStreamableContent.class))
        .last()
        .extracting(TurnStreamableContent::full)
        .isEqualTo("ab");
  }

  @Test
  void toolCallReportsAreMerged() {
    Tape tape =
        play(
            (ctx, helpers) -> {
              helpers.reportToolCall(
                  "c", new DispatchExecutorHelpers.ToolCallReport(null, null, null, null, false));
              helpers.reportToolCall(
                  "c",
                  DispatchExecutorHelpers.ToolCallReport.announce(
                      "calculate", JsonValue.parse("{\"expression\":\"1+1\"}")));
              helpers.reportToolCall(
                  "c",
                  DispatchExecutorHelpers.ToolCallReport.complete(ToolResults.text("2"), true));
              ctx.ack();
            });
    List<TurnToolCallContent> steps = tape.events(TurnToolCallContent.class);
    assertThat(steps.get(0).tool()).isEmpty();
    assertThat(steps.get(0).checksum()).isEmpty();
    assertThat(steps.get(0).args()).isNull();
    assertThat(steps.get(1).checksum())
        .isEqualTo("9ac2f0217e5b7eb849dce98a6058a58475526c5f2953750b29eda6e6031989f5");
    assertThat(steps.get(1).results()).isNull();
    assertThat(steps.get(1).isError()).isFalse();
    assertThat(steps.get(1).isComplete()).isFalse();
    TurnToolCallContent last = steps.get(2);
    assertThat(last.tool()).isEqualTo("calculate");
    assertThat(last.checksum()).isEqualTo(steps.get(1).checksum());
    assertThat(last.isError()).isTrue();
    assertThat(last.completedAt()).isEqualTo(last.updatedAt()).isAfter(last.createdAt());
    assertThat(last.createdAt()).isEqualTo(steps.get(0).createdAt());
  }

  @Test
  void logAndStatsNameTheirDispatchAndIteration() {
    Tape tape =
        play(
            (ctx, helpers) -> {
              helpers.log().log(LogLevel.WARN, "retry", "again", List.of(1));
              helpers.log().debug("plain", "text");
              helpers.reportGenerationStats(GenerationStats.tokens("fake", 3, 4));
              ctx.ack();
            });
    LogEvent log = tape.event(LogEvent.class);
    GenerationStatsEvent stats = tape.event(GenerationStatsEvent.class);
    assertThat(log.level()).isEqualTo(LogLevel.WARN);
    assertThat(log.payload()).isEqualTo(List.of(1));
    assertThat(tape.events(LogEvent.class).get(1).payload()).isNull();
    assertThat(log.dispatchId()).isEqualTo(stats.dispatchId()).isNotEmpty();
    assertThat(log.iteration()).isZero();
    assertThat(stats.turnId()).isEqualTo(tape.turnIds().iterator().next());
    assertThat(stats.stats().totalTokens()).isEqualTo(7);
  }

  private Tape play(DispatchExecutor executor) {
    Tape tape = Tape.run(runner().clock(ticking).executor(executor));
    return tape.rethrowAssertions();
  }

  @Test
  void theClockGivesTheTimes() {
    Tape tape = play((ctx, helpers) -> ctx.ack());
    assertThat(tape.event(dev.adk4j.event.AgentEvent.TurnStart.class).startedAt())
        .isBetween(NOW, NOW.plusSeconds(10));
    assertThat(tape.event(dev.adk4j.event.AgentEvent.TurnEnd.class).startedAt())
        .isEqualTo(tape.event(dev.adk4j.event.AgentEvent.TurnStart.class).startedAt());
    assertThat(tape.event(dev.adk4j.event.AgentEvent.TurnEnd.class).endedAt()).isAfter(NOW);
    assertThat(tape.event(dev.adk4j.event.AgentEvent.TurnEnd.class).durationMs()).isNotNegative();
  }
}
