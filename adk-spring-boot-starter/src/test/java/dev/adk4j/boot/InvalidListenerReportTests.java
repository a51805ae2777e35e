package dev.adk4j.boot;

import static dev.adk4j.boot.Starts.analyze;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;

class InvalidListenerReportTests {

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(AdkAutoConfiguration.class)
          .withBean(StorageAdapter.class, InMemoryStorageAdapter::new)
          .withBean(DispatchExecutor.class, () -> (ctx, helpers) -> ctx.ack());

  @Test
  void listsEventsForListenerOfUnknownPayload() {
    var context = runner.withBean(OfText.class).start();
    FailureAnalysis analysis = analyze(context);
    assertThat(analysis.getDescription())
        .isEqualTo(
            "The method %s.on takes a java.lang.String, which is not an event of a turn."
                .formatted(OfText.class.getName()));
    assertThat(analysis.getAction())
        .startsWith(
            """
                      Declare one event as its parameter, and name the event if the type does not identify it:

                      \t@TurnEventListener
                      \tvoid ended(TurnEnd end) {
                      """)
        .contains("\n\tTurnStreamableContent: message, thought\n")
        .contains("\n\tTurnEnd: turnEnd\n")
        .contains("\n\tWarningEvent: warning\n\tInnerEvent: inner")
        .endsWith("\n\tGuardDecision: guardDecision");
  }

  @Test
  void aListenerWithTwoParametersIsExplained() {
    var context = runner.withBean(OfTwo.class).start();
    assertThat(analyze(context).getDescription())
        .isEqualTo(
            "The method %s.on is a @TurnEventListener and must have the event as its only parameter."
                .formatted(OfTwo.class.getName()));
  }

  static final class OfText {

    @TurnEventListener
    void on(String event) {}
  }

  static final class OfTwo {

    @TurnEventListener
    void on(TurnEnd event, String more) {}
  }
}
