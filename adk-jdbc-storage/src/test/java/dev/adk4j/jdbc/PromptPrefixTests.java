package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.client.AgentStream;
import dev.adk4j.client.AgentTurnException;
import dev.adk4j.client.Answer;
import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.LlmErrorCode;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a database gives back makes the same prompt as what was put in: caches are by bytes. */
@Tag("slow")
@Timeout(120)
class PromptPrefixTests {

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void eachPromptBeginsWithTheOneBefore(DatabaseKind kind) throws Exception {
    meets(kind, 0, process -> {});
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void goesOnFromTheSameBeginningAfterAGate(DatabaseKind kind) throws Exception {
    meets(
        kind,
        2,
        process -> {
          Answer asked = process.conversation.send("pay");
          assertThat(process.conversation.decide(asked.gate(), true).text()).isEqualTo("Seen.");
        });
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void goesOnFromTheSameBeginningAfterABudgetRanOut(DatabaseKind kind) throws Exception {
    meets(
        kind,
        4,
        process ->
            assertThatThrownBy(() -> process.conversation.send("spend"))
                .isInstanceOf(AgentTurnException.class)
                .matches(e -> AdkException.is(e, LlmErrorCode.E_BUDGET_EXCEEDED)));
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void goesOnFromTheSameBeginningAfterAnAbort(DatabaseKind kind) throws Exception {
    meets(kind, 1, process -> aborted(process, "hang"));
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void goesOnFromTheSameBeginningAfterAnAbortInTheAnswer(DatabaseKind kind) throws Exception {
    meets(kind, 2, process -> aborted(process, "cut"));
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void goesOnFromTheSameBeginningAfterAStream(DatabaseKind kind) throws Exception {
    meets(
        kind,
        2,
        process -> {
          Answer answer = process.conversation.stream("look").answer().get(20, TimeUnit.SECONDS);
          assertThat(answer.text()).isEqualTo("Seen.");
        });
  }

  private static void aborted(PromptProcess process, String word) throws Exception {
    AgentStream stream = process.conversation.stream(word);
    CompletableFuture<Answer> answer = stream.answer();
    assertThat(process.hanging.await(20, TimeUnit.SECONDS)).isTrue();
    stream.abort();
    assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS))
        .hasCauseInstanceOf(AgentTurnException.class);
  }

  private interface Event {
    void happens(PromptProcess process) throws Exception;
  }

  /** An event of so many prompts between two messages and another one. */
  private void meets(DatabaseKind kind, int asked, Event event) throws Exception {
    try (TestDatabase database = kind.withTables(4);
        PromptProcess process = new PromptProcess(database, directory.resolve("last"), 0)) {
      process.conversation.send("one");
      process.conversation.send("two");
      event.happens(process);
      process.conversation.send("three");

      assertThat(process.prompts).hasSize(6 + asked);
      for (int i = 1; i < process.prompts.size(); i++) {
        assertThat(process.prompts.get(i)).startsWith(lines(process.prompts.get(i - 1)));
        assertThat(process.prompts.get(i)).hasSizeGreaterThan(process.prompts.get(i - 1).size());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void goesOnFromTheSameBeginningAfterAKill(DatabaseKind kind) throws Exception {
    Address address = Address.of(kind, directory);
    Path last = directory.resolve("last");
    killed(address.start(PromptProcess.class, last.toString()));
    List<String> before = Files.readAllLines(last);

    try (TestDatabase database = address.open(4);
        PromptProcess here = new PromptProcess(database, directory.resolve("here"), 0)) {
      here.conversation.send("three");

      assertThat(before).hasSizeGreaterThan(6);
      assertThat(here.prompts.getFirst()).startsWith(lines(before));
    }
  }

  private static void killed(Process process) throws Exception {
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo("STOPPED");
      process.toHandle().destroyForcibly();
    }
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
  }

  private static String[] lines(List<String> lines) {
    return lines.toArray(String[]::new);
  }
}
