// Task: stream the answer to the browser, and let the user decide on an open approval.
package skill.support;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.client.Answer;
import java.security.Principal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class SupportController {

  record Post(String text) {}

  record Decision(boolean approved) {}

  private final AgentClient agent;

  SupportController(AgentClient agent) {
    this.agent = agent;
  }

  @PostMapping(path = "/support/{id}/stream", consumes = "application/json")
  AgentStream stream(@PathVariable String id, @RequestBody Post post, Principal user) {
    return agent.conversation(user.getName(), id).stream(post.text());
  }
  @PostMapping(path = "/support/{id}/gates/{gate}", consumes = "application/json")
  Answer decide(
      @PathVariable String id, @PathVariable String gate, @RequestBody Decision decision, Principal user) {
    return agent.conversation(user.getName(), id).decide(gate, decision.approved());
  }
}
