package dev.adk4j.boot.test.app;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.test.AdkTest;
import dev.adk4j.client.Answer;
import dev.adk4j.test.AgentTester;
import dev.adk4j.test.ScriptedExecutor;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@AdkTest(properties = "adk.retrieval.documents=classpath:guides/*.md")
class AgentTesterTests {

  @Autowired private AgentTester agent;
  @Autowired private Orders orders;
  @Autowired private ScriptedExecutor executor;

  @Test
  void runsTheToolsOfTheApplicationsComponents() {
    Answer answer = agent.calls("pay", Map.of("amount", 5)).says("Paid.").send("Pay 5 euros.");

    assertThat(answer).hasText("Paid.");
    assertThat(answer).calledTool("pay").with("amount", 5).answered("paid 5");
    assertThat(orders.ended).contains(answer.turnId());
  }

  @Test
  void runsAToolThatNeedsAnApprovalAfterTheDecision() {
    Answer asked =
        agent.calls("payBack", Map.of("amount", 5)).says("Done.").send("Give me 5 euros back.");
    assertThat(asked).isWaiting().forTool("payBack").with("amount", 5);

    Answer answer = agent.approve(asked);
    assertThat(answer).hasText("Done.").calledTool("payBack").answered("paid back 5");
  }

  @Test
  void addsThePassagesOfTheApplicationsDocuments() {
    agent.conversation("ann", "c1").send("How do I return a lamp?");

    assertThat(executor.lastSeen().retrievables()).isNotEmpty();
  }
}
