package dev.adk4j.springai.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.util.MimeTypeUtils;

class TurnsTests {

  private final Turns turns = new Turns(true);

  @Test
  void neighborsOfOneRoleBecomeOneMessage() {
    turns.user(pictured("one", 1));
    turns.user(pictured("two", 2));
    turns.assistant("three");
    turns.assistant("four");

    assertThat(said()).containsExactly("USER one\n\ntwo", "ASSISTANT three\n\nfour");
    assertThat(((UserMessage) turns.messages.getFirst()).getMedia())
        .extracting(media -> media.getDataAsByteArray()[0])
        .containsExactly((byte) 1, (byte) 2);
  }

  @Test
  void returnsTheTextBeforeACallForItsMessage() {
    turns.user(new UserMessage("one"));
    turns.assistant("two");

    assertThat(turns.saidBefore()).isEqualTo("two");
    assertThat(said()).containsExactly("USER one");
  }

  @Test
  void theAssistantSaysSomethingBetweenResultsAndAUser() {
    turns.user(new UserMessage("one"));
    call();
    turns.user(new UserMessage("two"));

    assertThat(said())
        .containsExactly(
            "USER one", "ASSISTANT ", "TOOL ", "ASSISTANT " + Turns.FILLER, "USER two");
  }

  @Test
  void aUserBegins() {
    turns.assistant("one");
    assertThat(said()).containsExactly("USER " + Turns.FILLER, "ASSISTANT one");
  }

  @Test
  void aUserBeginsBeforeCallsToo() {
    call();
    assertThat(said()).containsExactly("USER " + Turns.FILLER, "ASSISTANT ", "TOOL ");
  }

  @Test
  void elsewhereNothingIsPutTogether() {
    Turns free = new Turns(false);
    free.assistant("one");
    free.assistant("two");

    assertThat(free.saidBefore()).isEmpty();
    assertThat(free.messages).extracting(Message::getText).containsExactly("one", "two");
  }

  private void call() {
    turns.calls(
        AssistantMessage.builder()
            .content(turns.saidBefore())
            .toolCalls(List.of(ScriptedChatModel.call("a", "weather", "{}")))
            .build(),
        ToolResponseMessage.builder()
            .responses(List.of(new ToolResponseMessage.ToolResponse("a", "weather", "rain")))
            .build());
  }

  private List<String> said() {
    return turns.messages.stream()
        .map(message -> message.getMessageType() + " " + message.getText())
        .toList();
  }

  private static UserMessage pictured(String text, int picture) {
    Media media =
        Media.builder().mimeType(MimeTypeUtils.IMAGE_PNG).data(new byte[] {(byte) picture}).build();
    return UserMessage.builder().text(text).media(media).build();
  }
}
