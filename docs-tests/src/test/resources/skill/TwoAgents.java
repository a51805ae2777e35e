// Task: a triage agent chooses who answers, a support agent streams its answer to the browser. Each tool call is logged.
package skill.agents;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.AgentEvent.ToolExecutionEnd;
import java.security.Principal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class TwoAgents {

  enum Desk { SUPPORT, SALES }

  record Post(String text) {}

  private final AgentClient triage;
  private final AgentClient support;
  private final AgentClient sales;

  TwoAgents(
      @Qualifier("triage") AgentClient triage,
      @Qualifier("support") AgentClient support,
      @Qualifier("sales") AgentClient sales) {
    this.triage = triage;
    this.support = support;
    this.sales = sales;
  }

  @PostMapping(path = "/desks/{id}", consumes = "application/json")
  AgentStream chat(@PathVariable String id, @RequestBody Post post, Principal user) {
    Desk desk = triage.ask("Which desk? " + post.text(), Desk.class);
    AgentClient agent = desk == Desk.SALES ? sales : support;
    return agent.conversation(user.getName(), id).stream(post.text());
  }
}

@Component
class ToolLog {

  private static final Logger log = LoggerFactory.getLogger(ToolLog.class);

  @TurnEventListener
  void called(ToolExecutionEnd end) {
    log.info("{} took {} ms", end.toolName(), end.durationMs());
  }

  @TurnEventListener
  void failed(ErrorEvent event) {
    log.warn("{} failed with {}", event.turnId(), event.error().code());
  }
}
