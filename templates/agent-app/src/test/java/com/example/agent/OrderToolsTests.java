package com.example.agent;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.adk4j.boot.test.AdkTest;
import dev.adk4j.client.Answer;
import dev.adk4j.test.AgentTester;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
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
  void refundsNothingUnlessAPersonApproves() throws Exception {
    AgentTool refund =
        OrderTools.class.getDeclaredMethod("refund", String.class).getAnnotation(AgentTool.class);
    assertEquals(Approval.REQUIRED, refund.approval());
  }
}
