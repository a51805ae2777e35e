package dev.adk4j.sample.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.memory.store.Extractor;
import dev.adk4j.memory.store.Extractor.ExtractionContext;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.primitive.MessageRole;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatedFactsTests {

  private static final ExtractionContext CONTEXT =
      new ExtractionContext(new MemoryConversation(new MemoryOwner("t", "ann"), "c"), null);

  @Test
  void learnsStatementsOfThePersonOnly() throws Exception {
    List<Extractor.ExtractedFact> facts =
        new StatedFacts()
            .extract(
                List.of(
                    message(MessageRole.USER, "My boat is called Ada."),
                    message(MessageRole.ASSISTANT, "My name is Agent."),
                    message(MessageRole.USER, "what is my boat called?"),
                    message(MessageRole.USER, "remember that my dog is called Rex"),
                    message(MessageRole.USER, "forget my boat"),
                    message(MessageRole.USER, "My boat is called Ada"),
                    message(MessageRole.USER, "2 + 2")),
                CONTEXT);

    assertThat(facts)
        .extracting(Extractor.ExtractedFact::content)
        .containsExactly("My boat is called Ada");
  }

  private static MemoryMessage message(MessageRole role, String text) {
    return MemoryMessage.text("m" + text.hashCode() + role, role, text, Instant.EPOCH);
  }
}
