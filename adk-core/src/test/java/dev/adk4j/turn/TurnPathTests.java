package dev.adk4j.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.harness.Tape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class TurnPathTests {

  private static final String UPDATE = "adk.docs.update";

  @TestFactory
  Stream<DynamicTest> everyPathTellsItsEventsInOrder() {
    return TurnPath.ALL.stream()
        .map(
            path ->
                DynamicTest.dynamicTest(
                    path.toString(),
                    () -> {
                      Tape tape = path.run().get();
                      assertThat(tape.lines()).containsExactlyElementsOf(path.expected());
                      assertThat(tape.turnIds()).hasSizeLessThanOrEqualTo(1).doesNotContain("null");
                    }));
  }

  @Test
  void thereAreNineteenPaths() {
    assertThat(TurnPath.ALL)
        .extracting(TurnPath::letter)
        .containsExactly("ABCDEFGHIJKLMNOPQRS".split(""));
  }

  @Test
  void documentationShowsTheRecordedPaths() throws IOException {
    Path document = repository().resolve("docs/reference/turn-paths.md");
    String recorded = table();
    if (Boolean.getBoolean(UPDATE)) {
      Files.createDirectories(document.getParent());
      Files.writeString(document, recorded);
    }
    assertThat(document).exists();
    assertThat(Files.readString(document))
        .as("run this test with -D" + UPDATE + "=true to write the file anew")
        .isEqualTo(recorded);
  }

  private static String table() {
    StringBuilder text = new StringBuilder();
    text.append("# Paths of a turn\n\n")
        .append(
            "What listeners of both buses hear on each way a turn can take, in order. Entries in *italics* are no events but\n")
        .append(
            "middleware, executor or storage at work. Recorded from runs by `TurnPathTests`; do not edit.\n\n")
        .append("| | Path | Order |\n| --- | --- | --- |\n");
    for (TurnPath path : TurnPath.ALL) {
      List<String> lines = path.run().get().lines();
      text.append("| ").append(path.letter()).append(" | ").append(path.title()).append(" | ");
      text.append(String.join(" → ", lines.stream().map(TurnPathTests::entry).toList()))
          .append(" |\n");
    }
    return text.toString();
  }

  private static String entry(String line) {
    return line.matches("[a-z]+[A-Za-z]*(\\(.*\\))?") && !line.startsWith("executor")
        ? "`" + line + "`"
        : "*" + line + "*";
  }

  private static Path repository() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(at.resolve("adk-core"))) {
      at = at.getParent();
    }
    return at;
  }
}
