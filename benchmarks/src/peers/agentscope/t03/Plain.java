package t03;

import io.agentscope.core.ReActAgent;
import io.agentscope.core.message.UserMessage;
import io.agentscope.core.tool.*;
import io.agentscope.extensions.model.openai.OpenAIChatModel;

public class Plain {
  public record Order(String number, String status) {}

  @Tool(name = "orderStatus", description = "Status of an order")
  public String orderStatus(@ToolParam(name = "number", description = "number") String number) {
    return "Order " + number + " is shipped";
  }

  public static void main(String[] args) {
    var model = OpenAIChatModel.builder().apiKey(System.getenv("OPENAI_API_KEY")).modelName("gpt-4.1-mini").stream(false).build();
    var tools = new Toolkit();
    tools.registerTool(new Plain());
    var agent = ReActAgent.builder().name("assistant").model(model).toolkit(tools).build();
    System.out.println(agent.call(new UserMessage("Where is 4711?"), Order.class).block().getStructuredData(Order.class));
  }
}
