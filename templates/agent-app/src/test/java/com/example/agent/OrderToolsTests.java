package com.example.agent;

import static dev.adk4j.test.AdkAssertions.assertThat;

import dev.adk4j.boot.test.AdkTest;
import dev.adk4j.client.Answer;
import dev.adk4j.test.AgentTester;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A script stands for the model, and memory for the database. */
@AdkTest
class OrderToolsTests {

  @Autowired AgentTester agent;

  @Test
  void tellsTheStateOfAnOrder() {
    Answer answer =
        agent.calls("findOrder", Map.of("number", "4711")).says("It is shipped.").send("Where is 4711?");
    assertThat(answer).calledTool("findOrder").answered("shipped");
  }

  @Test
  void refundsAfterAPersonApproved() {
    AgentTester ann = agent.conversation("ann", "first");
    Answer asked =
        ann.calls("refund", Map.of("number", "4711")).says("Done.").send("Refund order 4711.");
    assertThat(asked).isWaiting().forTool("refund").with("number", "4711");

    assertThat(ann.approve(asked)).hasText("Done.").calledTool("refund");
  }
}
