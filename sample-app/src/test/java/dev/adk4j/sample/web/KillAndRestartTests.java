package dev.adk4j.sample.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Starts the application as a process of its own, kills it without warning, and starts it again.
 */
@Tag("slow")
class KillAndRestartTests {

  @TempDir private Path directory;

  @Test
  void keepsEveryAnswerOverKillDashNine() throws Exception {
    JsonNode before;
    SampleProcess first = SampleProcess.start(directory);
    try {
      first.awaitReady();
      first.api().say("kept", "2 * (3 + 4)");
      first.api().say("kept", "Remember that my dog is called Rex");
      first.api().say("kept", "My boat is called Ada");
      before = first.api().conversation("kept");
      assertThat(before.path("entries").size()).isEqualTo(11);
    } finally {
      first.kill();
    }
    SampleProcess second = SampleProcess.start(directory);
    try {
      second.awaitReady();
      assertThat(second.api().conversation("kept")).isEqualTo(before);
      assertThat(Api.answer(second.api().say("fresh", "What do you know about my dog?")))
          .isEqualTo("I remember: my dog is called Rex");
      // killed before it was learned, or after: it is learned once
      await()
          .atMost(Duration.ofMinutes(5))
          .until(
              () ->
                  second.api().memories().stream().filter("My boat is called Ada"::equals).count()
                      == 1);
      assertThat(Api.answer(second.api().say("fresh", "What is my boat called?")))
          .isEqualTo("I remember: My boat is called Ada");
    } finally {
      second.kill();
    }
  }
}
