package dev.adk4j.springai.chat;

import static dev.adk4j.springai.chat.ScriptedChatModel.call;
import static dev.adk4j.springai.chat.ScriptedChatModel.calls;
import static dev.adk4j.springai.chat.ScriptedChatModel.end;
import static dev.adk4j.springai.chat.ScriptedChatModel.text;
import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.guard.Guards;
import dev.adk4j.guard.TextGuard;
import dev.adk4j.test.EventRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.model.ChatResponse;

/** Guards before the executor of chat models, whose answers are streamed. */
class GuardedModelTests {

  private final ScriptedChatModel model = new ScriptedChatModel();

  private Agent agent(TextGuard guard) {
    return Agent.of(model, options -> options).before(Guards.builder().output("it", guard).build());
  }

  private static ChatResponse[] characters(String text) {
    List<ChatResponse> all = new ArrayList<>();
    text.codePoints().forEach(c -> all.add(text(Character.toString(c))));
    all.add(end("STOP", 3, 2));
    return all.toArray(ChatResponse[]::new);
  }

  @Test
  void aMaskedAnswerIsTheSameInTheStreamAndInTheHistory() throws Exception {
    String said = "word ".repeat(60) + "ann@example.com wrote.";
    model.then(characters(said));
    Agent agent = agent(TextGuard.pii(TextGuard.Pii.EMAIL));

    EventRecorder events = agent.ask("Hi");

    String masked = said.replace("ann@example.com", "[EMAIL]");
    assertThat(agent.answers()).containsExactly(masked);
    assertThat(events).hasNoErrors().hasLinesInOrder("guardDecision(it, output, rewrite)");
    assertThat(String.join("", events.lines())).doesNotContain("ann@").doesNotContain("example");
  }

  @Test
  void anAnswerGivenAgainIsAskedForWithTheReasonAndItsToolsDoNotRun() throws Exception {
    model
        .then(text("It costs 5 EUR. "), calls(call("a", "weather", "{\"city\":\"Oslo\"}")))
        .then(text("Ask the "), text("shop."), end("STOP", 3, 2));
    Agent agent = agent(TextGuard.retry(Pattern.compile("EUR"), "Name no prices."));

    EventRecorder events = agent.ask("Hi");

    assertThat(agent.answers()).containsExactly("Ask the shop.");
    assertThat(agent.toolCalls()).isEmpty();
    assertThat(String.join("", events.lines())).doesNotContain("EUR").doesNotContain("weather");
    assertThat(model.prompts.getLast().getInstructions())
        .filteredOn(SystemMessage.class::isInstance)
        .anyMatch(m -> String.valueOf(m.getText()).contains("Name no prices."));
  }

  @Test
  void aRefusedAnswerEndsTheCallOfTheModelAndTheTurn() throws Exception {
    model.then(characters("the key is sk-12345678 and the story goes on ".repeat(20)));
    Agent agent = agent(TextGuard.refuse(Pattern.compile("sk-\\d{8}")).window(12));

    EventRecorder events = agent.ask("Hi");

    assertThat(events).hasErrors(AdkErrorCode.E_GUARD_REFUSED);
    assertThat(agent.answers()).isEmpty();
    assertThat(String.join("", events.lines())).doesNotContain("sk-");
  }
}
