package t05;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Answer;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(AgentClient agent) {
  @AgentTool(value = "Refund an order", approval = Approval.REQUIRED)
  String refund(String order) {
    return "refunded " + order;
  }

  @GetMapping("/ask/{id}")
  Answer ask(@PathVariable String id, @RequestParam String q) {
    return agent.conversation("ann", id).send(q);
  }

  @GetMapping("/decide/{id}/{gate}")
  Answer decide(@PathVariable String id, @PathVariable String gate, @RequestParam boolean ok) {
    var boss = GateActor.of("boss", "default");
    return agent.conversation("ann", id).decide(gate, GateDecision.resolve(ok), boss);
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
