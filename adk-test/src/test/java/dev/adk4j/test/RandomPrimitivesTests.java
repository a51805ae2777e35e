package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.RetrievableContent;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.storage.NoopStorageAdapter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RandomPrimitivesTests {

  @Test
  void theSameSeedGivesTheSameRecords() {
    assertThat(portraits(1)).isEqualTo(portraits(1)).isNotEqualTo(portraits(2));
  }

  @Test
  void noTwoRecordsAreEqualUnderOneId() {
    RandomPrimitives random = seeded(3);
    for (RecordKind<?> kind : RecordKind.ALL) {
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < 200; i++) {
        assertThat(seen.add(Portrait.of(kind.sample().apply(random, "same")))).isTrue();
      }
    }
  }

  @Test
  void everyShapeComesUp() {
    RandomPrimitives random = seeded(4);
    List<ToolCall> calls = Stream.generate(() -> random.toolCall("a")).limit(200).toList();
    assertThat(calls).anyMatch(c -> c.results() instanceof ToolResults.Text);
    for (boolean single : new boolean[] {true, false}) {
      assertThat(calls)
          .anyMatch(c -> c.results() instanceof ToolResults.Artifacts a && a.single() == single);
      assertThat(calls)
          .anyMatch(c -> c.results() instanceof ToolResults.MediaItems m && m.single() == single);
      assertThat(calls)
          .anyMatch(
              c -> c.inline() == single && c.isError() != single && c.fromArtifactTool() == single);
    }
    assertThat(Stream.generate(() -> random.message("a")).limit(100).toList())
        .anyMatch(m -> m.content().isEmpty())
        .anyMatch(m -> m.attachments().size() > 1)
        .anyMatch(m -> m.identity().identifier() instanceof Long)
        .anyMatch(m -> m.identity().identifier() instanceof String);
    List<Thought> thoughts = Stream.generate(() -> random.thought("a")).limit(100).toList();
    assertThat(thoughts)
        .anyMatch(t -> t.payload().isPresent() && t.content().value().isEmpty())
        .anyMatch(t -> t.payload().isEmpty() && t.replayCompatibility().isPresent())
        .anyMatch(t -> t.payload().isEmpty() && t.replayCompatibility().isEmpty());
    assertThat(Stream.generate(() -> random.retrievable("a")).limit(100).toList())
        .anyMatch(r -> r.content() instanceof RetrievableContent.TextContent)
        .anyMatch(r -> r.content() instanceof RetrievableContent.ArtifactContent)
        .anyMatch(r -> r.score().isEmpty())
        .anyMatch(r -> r.score().isPresent())
        .anyMatch(r -> r.artifactConstructor().isPresent());
  }

  private static RandomPrimitives seeded(long seed) {
    AgentContext ctx = TestAgentContext.builder().build();
    return new RandomPrimitives(
        new Random(seed), new ConduitContent(new NoopStorageAdapter(), ctx));
  }

  private static List<String> portraits(long seed) {
    RandomPrimitives random = seeded(seed);
    List<String> portraits = new ArrayList<>();
    IntStream.range(0, 20)
        .forEach(
            i ->
                Stream.of(
                        random.message("a"),
                        random.thought("a"),
                        random.toolCall("a"),
                        random.memory("a"),
                        random.retrievable("a"))
                    .map(Portrait::of)
                    .forEach(portraits::add));
    return portraits;
  }
}
