package t02;

import static dev.adk4j.test.AdkAssertions.assertThat;

import dev.adk4j.boot.test.AdkTest;
import dev.adk4j.test.AgentTester;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@AdkTest
class OrderAgentTests {
  @Autowired AgentTester agent;

  @Test
  void looksTheOrderUp() {
    var answer = agent.calls("orderStatus", Map.of("number", "4711")).says("It is shipped.").send("Where is 4711?");
    assertThat(answer).hasText("It is shipped.");
    assertThat(answer).calledTool("orderStatus").answered("Order 4711 is shipped");
  }
}
