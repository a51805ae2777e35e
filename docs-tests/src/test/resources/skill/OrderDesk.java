// Task: an HTTP endpoint where a logged-in customer asks about orders. The agent looks an order up, and can only see the customer's own.
package skill.orders;

import dev.adk4j.client.AgentClient;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolParam;
import dev.adk4j.value.Scope;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderDesk {

  record Question(String text) {}

  record Order(String number, String customer, String status) {}

  private static final Map<String, Order> ORDERS = Map.of("4711", new Order("4711", "ann", "shipped"));

  private final AgentClient agent;

  OrderDesk(AgentClient agent) {
    this.agent = agent;
  }

  @PostMapping(path = "/orders/chat/{conversation}", consumes = "application/json")
  String chat(@PathVariable String conversation, @RequestBody Question question, Principal customer) {
    return agent.conversation(customer.getName(), conversation).ask(question.text());
  }

  @AgentTool("Finds an order of the customer by its number.")
  String findOrder(@ToolParam(description = "The order's number, such as 4711") String number, Scope scope) {
    return Optional.ofNullable(ORDERS.get(number))
        .filter(order -> order.customer().equals(scope.requireSubject()))
        .map(Order::status)
        .orElse("There is no such order.");
  }

  @AgentTool(description = "Lists the customer's orders.")
  List<Order> listOrders(@ToolParam(description = "How many at most", defaultValue = "5") int limit, Scope scope) {
    return ORDERS.values().stream()
        .filter(order -> order.customer().equals(scope.requireSubject()))
        .limit(limit)
        .toList();
  }
}
