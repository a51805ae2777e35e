// Task: answer from the application's own search, refuse to work at night, and test both without a model.
package skill.handbook;

import static dev.adk4j.test.AdkAssertions.assertThat;

import dev.adk4j.boot.test.AdkTest;
import dev.adk4j.client.Answer;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.test.AgentTester;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.Retriever;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;

@AdkTest
public class HandbookTests {

  @Autowired AgentTester agent;

  @Test
  void countsDays() {
    Answer answer =
        agent.calls("daysOff", Map.of("year", 2026)).says("You have 30 days.").send("How many days do I have?");
    assertThat(answer).hasText("You have 30 days.").calledTool("daysOff").with("year", 2026);
  }
}

@Component
class Calendar {

  @AgentTool("Tells how many days off a person has in a year.")
  int daysOff(int year) {
    return year > 2025 ? 30 : 28;
  }
}

@Component
class Marked implements TurnMiddleware {

  @Override
  public void handle(TurnContext ctx, Next next) {
    ctx.stash().set("handbook", "2026");
    next.proceed();
  }
}

@Configuration
class Handbook {

  private static final Map<String, String> PAGES =
      Map.of("holidays", "Everybody has 30 days off.", "travel", "Take the train.");

  @Bean
  Retriever handbook() {
    return query ->
        PAGES.entrySet().stream()
            .flatMap(page -> Stream.of(Passage.of(page.getKey(), page.getValue(), "handbook", TrustTier.FIRST_PARTY)))
            .toList();
  }
}
