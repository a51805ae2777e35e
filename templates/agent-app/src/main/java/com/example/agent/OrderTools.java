package com.example.agent;

import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.tool.ToolParam;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Stands for the service that knows the orders. */
@Component
class OrderTools {

  private final Map<String, String> orders =
      new ConcurrentHashMap<>(Map.of("4711", "shipped", "4712", "being packed"));

  @AgentTool("Tells the state of an order.")
  String findOrder(@ToolParam(description = "Number of the order") String number) {
    return orders.getOrDefault(number, "There is no such order.");
  }

  @AgentTool(value = "Refunds an order.", approval = Approval.BY_USER)
  String refund(@ToolParam(description = "Number of the order") String number) {
    return orders.replace(number, "refunded") == null ? "There is no such order." : "Refunded.";
  }
}
