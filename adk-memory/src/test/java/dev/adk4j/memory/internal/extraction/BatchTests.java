package dev.adk4j.memory.internal.extraction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.primitive.MessageRole;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchTests {

  private static Batch batch(String tenant, String subject, String id, long first, long last) {
    return new Batch(
        new MemoryConversation(new MemoryOwner(tenant, subject), id),
        List.of(MemoryMessage.text("m", MessageRole.USER, "x", Instant.EPOCH)),
        List.of(last),
        first,
        last);
  }

  @Test
  void messageKeysNameTheConversationWithoutMixingItsPartsUp() {
    assertThat(batch("a", "b", "c", 3, 7).messageKeys()).containsExactly("a/b/c/7");
    assertThat(batch("a/b", "c d", "e/f", 0, 7).messageKeys()).containsExactly("a%2Fb/c+d/e%2Ff/7");
    assertThat(batch("a/b", "c", "d", 0, 7).messageKeys())
        .isNotEqualTo(batch("a", "b/c", "d", 0, 7).messageKeys());
  }

  @Test
  void factKeysTellConversationsBatchesAndContentsApart() {
    String key = batch("a", "b", "c", 3, 7).factKey("a fact");
    assertThat(key).hasSize(64);
    assertThat(batch("a", "b", "c", 3, 7).factKey(" a fact\n")).isEqualTo(key);
    assertThat(
            List.of(
                batch("a", "b", "c", 3, 7).factKey("another"),
                batch("a", "b", "c", 2, 7).factKey("a fact"),
                batch("a", "b", "c", 3, 8).factKey("a fact"),
                batch("a", "b", "d", 3, 7).factKey("a fact"),
                batch("a", "x", "c", 3, 7).factKey("a fact"),
                batch("x", "b", "c", 3, 7).factKey("a fact")))
        .doesNotContain(key)
        .doesNotHaveDuplicates();
  }
}
