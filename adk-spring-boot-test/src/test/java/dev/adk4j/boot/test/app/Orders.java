package dev.adk4j.boot.test.app;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.stereotype.Component;

/** A component whose methods make it one of the agent's. */
@Component
public class Orders {

  final List<String> ended = new CopyOnWriteArrayList<>();

  @AgentTool(description = "Pays an amount.")
  String pay(int amount) {
    return "paid " + amount;
  }

  @AgentTool(value = "Pays an amount back.", approval = Approval.REQUIRED)
  String payBack(int amount) {
    return "paid back " + amount;
  }

  @TurnEventListener
  void turnEnded(TurnEnd end) {
    ended.add(end.turnId());
  }
}
