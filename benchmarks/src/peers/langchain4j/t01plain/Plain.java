package t01plain;

import dev.langchain4j.model.openai.OpenAiChatModel;

class Plain {
  public static void main(String[] args) {
    var model = OpenAiChatModel.builder().apiKey(System.getenv("OPENAI_API_KEY")).modelName("gpt-4.1-mini").build();
    System.out.println(model.chat("Hi"));
  }
}
