package com.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** Knows Spring AI alone, and is the same before and after. */
@SpringBootTest
class DeskTests {

  @Autowired private Desk desk;
  @Autowired private ChatMemory memory;
  @Autowired private ChatMemoryRepository repository;

  @Test
  void remembersTheConversationAndNoOther() {
    assertThat(desk.ask("c1", "Where is my lamp?")).isEqualTo("I was shown 1 messages.");
    assertThat(desk.ask("c1", "And now?")).isEqualTo("I was shown 3 messages.");
    assertThat(desk.ask("c2", "Hello")).isEqualTo("I was shown 1 messages.");
    assertThat(memory.get("c1"))
        .extracting(Message::getText)
        .containsExactly(
            "Where is my lamp?",
            "I was shown 1 messages.",
            "And now?",
            "I was shown 3 messages.");
    assertThat(repository.findConversationIds()).contains("c1", "c2");
  }

  @Test
  void showsTheModelTheNewestTwentyMessages() {
    for (int i = 0; i < 30; i++) {
      desk.ask("long", "question " + i);
    }
    assertThat(desk.ask("long", "last")).isEqualTo("I was shown 21 messages.");
    assertThat(memory.get("long")).hasSizeLessThanOrEqualTo(20);
    assertThat(memory.get("long").getLast().getText()).isEqualTo("I was shown 21 messages.");
  }

  @Test
  void forgetsAConversation() {
    desk.ask("gone", "Hello");
    memory.clear("gone");
    assertThat(memory.get("gone")).isEmpty();
    assertThat(repository.findConversationIds()).doesNotContain("gone");
  }

  @Test
  void keepsAWindowOfItsOwnSize() {
    ChatMemory small =
        MessageWindowChatMemory.builder().chatMemoryRepository(repository).maxMessages(4).build();
    for (int i = 0; i < 5; i++) {
      small.add("small", List.of(new UserMessage("q" + i), new AssistantMessage("a" + i)));
    }
    assertThat(small.get("small"))
        .extracting(Message::getText)
        .containsExactly("q3", "a3", "q4", "a4");
    repository.saveAll("small", List.of(new UserMessage("new")));
    assertThat(repository.findByConversationId("small"))
        .extracting(Message::getText)
        .containsExactly("new");
  }
}
