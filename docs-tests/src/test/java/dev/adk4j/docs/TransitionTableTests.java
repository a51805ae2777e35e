package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of the turn queue prints the transition table that the stores' contract executes. */
class TransitionTableTests {

  @Test
  void thePageHasTheTableOfTheContract() {
    List<String> executed =
        rows(
            Repository.text(
                "adk-test/src/main/java/dev/adk4j/test/stored/TurnTransitionsContractTests.java"));
    assertThat(executed).hasSizeGreaterThan(20).allMatch(row -> row.split(" \\| ").length == 8);
    assertThat(rows(Repository.text("docs/operate/turn-queue.md"))).containsSequence(executed);
  }

  private static List<String> rows(String text) {
    return text.lines().map(String::strip).filter(line -> line.startsWith("| ")).toList();
  }
}
