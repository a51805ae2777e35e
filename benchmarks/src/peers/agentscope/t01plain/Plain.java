package t01plain;

import io.agentscope.core.ReActAgent;
import io.agentscope.core.message.UserMessage;
import io.agentscope.extensions.model.openai.OpenAIChatModel;

class Plain {
  public static void main(String[] args) {
    var model = OpenAIChatModel.builder().apiKey(System.getenv("OPENAI_API_KEY")).modelName("gpt-4.1-mini").stream(false).build();
    var agent = ReActAgent.builder().name("assistant").model(model).build();
    System.out.println(agent.call(new UserMessage("Hi")).block().getTextContent());
  }
}
