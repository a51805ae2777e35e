package t05;

import io.agentscope.core.ReActAgent;
import io.agentscope.core.agent.RuntimeContext;
import io.agentscope.core.event.ConfirmResult;
import io.agentscope.core.message.*;
import io.agentscope.core.permission.*;
import io.agentscope.core.state.JsonFileAgentStateStore;
import io.agentscope.core.tool.*;
import io.agentscope.extensions.model.openai.OpenAIChatModel;
import java.nio.file.Path;
import java.util.*;

// Run without arguments it asks; run with the id of the call, in another process, it approves.
public class Plain {
  @Tool(name = "refund", description = "Refund an order")
  public String refund(@ToolParam(name = "order", description = "order") String order) {
    return "refunded " + order;
  }

  public static void main(String[] args) {
    var model = OpenAIChatModel.builder().apiKey(System.getenv("OPENAI_API_KEY")).modelName("gpt-4.1-mini").stream(false).build();
    var tools = new Toolkit();
    tools.registerTool(new Plain());
    var rule = new PermissionRule("refund", null, PermissionBehavior.ASK, "policy");
    var rules = PermissionContextState.builder().mode(PermissionMode.DEFAULT).addAskRule("refund", rule).build();
    var agent = ReActAgent.builder().name("assistant").model(model).toolkit(tools).permissionContext(rules)
        .stateStore(new JsonFileAgentStateStore(Path.of("data"))).build();
    var context = RuntimeContext.builder().userId("ann").sessionId("c1").build();
    Msg message = new UserMessage("Refund 4711");
    if (args.length > 0) {
      var call = ToolUseBlock.builder().id(args[0]).name("refund").input(Map.of("order", "4711")).content("{\"order\":\"4711\"}").build();
      message = Msg.builder().name("user").role(MsgRole.USER).textContent("approved")
          .metadata(Map.of(Msg.METADATA_CONFIRM_RESULTS, List.of(new ConfirmResult(true, call)))).build();
    }
    var answer = agent.call(List.of(message), context).block();
    System.out.println(answer.getGenerateReason() + " " + answer.getContent().getFirst());
  }
}
