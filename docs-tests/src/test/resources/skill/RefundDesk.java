// Task: refunds need the approval of a person. One endpoint asks, one lists what waits, one decides.
package skill.refunds;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentWaitingException;
import dev.adk4j.client.Answer;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import java.security.Principal;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class RefundDesk {

  record Request(String text) {}

  record Decision(boolean approved) {}

  record Waiting(String gate) {}

  private final AgentClient agent;

  RefundDesk(AgentClient agent) {
    this.agent = agent;
  }

  @AgentTool(description = "Refunds an order.", approval = Approval.REQUIRED)
  String refund(String order, int cents) {
    return "Refunded " + cents + " cents of " + order + ".";
  }

  @PostMapping(path = "/refunds/{id}", consumes = "application/json")
  ResponseEntity<?> ask(@PathVariable String id, @RequestBody Request request, Principal user) {
    Answer answer = agent.conversation(user.getName(), id).send(request.text());
    if (answer.status() == Answer.Status.WAITING) {
      List<Waiting> waiting = answer.gates().stream().map(WaitingGate::id).map(Waiting::new).toList();
      return ResponseEntity.accepted().body(waiting);
    }
    return ResponseEntity.ok(answer.text());
  }

  @PostMapping(path = "/refunds/{id}/gates/{gate}", consumes = "application/json")
  Answer decide(
      @PathVariable String id, @PathVariable String gate, @RequestBody Decision decision, Principal user) {
    return agent.conversation(user.getName(), id).decide(gate, decision.approved());
  }

  String askOrExplain(String user, String id, String text) {
    try {
      return agent.conversation(user, id).ask(text);
    } catch (AgentWaitingException waiting) {
      return "Somebody has to decide on " + waiting.gates().size() + " calls first.";
    }
  }
}
