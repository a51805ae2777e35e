// Task: ask the agent in a conversation of each tenant, and print what it cost.
package skill.night;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentTurnException;
import dev.adk4j.client.Answer;
import dev.adk4j.value.Scope;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

@Component
class NightShift {

  private static final String USER = "night-shift"; // a job has no login: a fixed user of its own

  private final AgentClient agent;
  private final List<String> tenants;

  NightShift(AgentClient agent, @Value("${night-shift.tenants}") List<String> tenants) {
    this.agent = agent;
    this.tenants = tenants;
  }

  void run() {
    for (String tenant : tenants) {
      try {
        report(tenant);
      } catch (AgentTurnException failed) { // one tenant must not stop the others
        System.out.println(tenant + ": failed with " + failed.code());
      }
    }
  }

  private void report(String tenant) {
    Answer answer = agent.conversation(Scope.of(tenant, USER, "daily")).send("What is open?");
    String cost = answer.cost().map(money -> money.toPlainString()).orElse("unknown");
    if (answer.status() == Answer.Status.WAITING) {
      System.out.println(tenant + ": waits for " + answer.gates().size() + " decisions (cost: " + cost + ")");
      return;
    }
    System.out.println(tenant + ": " + answer.text() + " (cost: " + cost + ")");
  }
}
