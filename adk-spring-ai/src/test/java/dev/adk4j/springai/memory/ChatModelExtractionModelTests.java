package dev.adk4j.springai.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;

class ChatModelExtractionModelTests {

  private final List<Prompt> asked = new ArrayList<>();

  @Test
  void theModelIsAskedWithASystemAndAUserMessageAndItsTextComesBack() {
    ChatOptions cheap = ChatOptions.builder().model("small").build();
    String text =
        new ChatModelExtractionModel(answering(List.of(generation("[]"))), cheap)
            .complete("Distill.", "user: tea");

    assertThat(text).isEqualTo("[]");
    assertThat(asked)
        .singleElement()
        .satisfies(
            prompt -> {
              assertThat(prompt.getOptions()).isSameAs(cheap);
              assertThat(prompt.getInstructions())
                  .extracting(message -> message.getMessageType() + " " + message.getText())
                  .containsExactly(
                      MessageType.SYSTEM + " Distill.", MessageType.USER + " user: tea");
            });
  }

  @Test
  void anAnswerWithoutATextFailsTheSave() {
    assertThatThrownBy(
            () -> new ChatModelExtractionModel(answering(List.of())).complete("Distill.", "tea"))
        .hasMessageContaining("without a text");
  }

  @Test
  void theModelsFailureIsTheSavesFailure() {
    ChatModel broken =
        prompt -> {
          throw new IllegalStateException("rate limit");
        };
    assertThatThrownBy(() -> new ChatModelExtractionModel(broken).complete("Distill.", "tea"))
        .hasMessage("rate limit");
  }

  private ChatModel answering(List<Generation> generations) {
    return prompt -> {
      asked.add(prompt);
      return new ChatResponse(generations);
    };
  }

  private static Generation generation(String text) {
    return new Generation(new AssistantMessage(text));
  }
}
