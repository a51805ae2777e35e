package dev.adk4j.springai.chat;

import static dev.adk4j.springai.chat.ScriptedChatModel.end;
import static dev.adk4j.springai.chat.ScriptedChatModel.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AgentClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An agent of a chat model alone, without a configuration. */
@Timeout(60)
class PlainJavaTests {

  private final ScriptedChatModel model = new ScriptedChatModel();

  @Test
  void answersAndEnds() {
    model.then(text("Hello"), end("STOP", 1, 1));
    assertThat(AgentClient.of(ChatModelExecutor.of(model)).ask("Hi")).isEqualTo("Hello");
    assertThat(model.prompts).hasSize(1);
  }
}
