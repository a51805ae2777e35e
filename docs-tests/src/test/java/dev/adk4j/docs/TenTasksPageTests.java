package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.docs.TenTasksPage.Task;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The page shows the programs and counts them; {@code -Dadk.docs.update=true} writes it anew.
 * {@link TenTasksTests} runs them.
 */
class TenTasksPageTests {

  private static final List<Task> TASKS =
      Repository.text("docs-tests/src/test/programs/tasks.txt")
          .lines()
          .map(line -> line.split(" \\| "))
          .map(parts -> new Task(parts[0], parts[1], parts[2], parts[3]))
          .toList();

  @Test
  void thePageIsWrittenFromThePrograms() throws Exception {
    GeneratedPages.compare("docs/ten-tasks.md", TenTasksPage.write(TASKS));
  }

  @Test
  void oursAreTheShortestOrEqualInNineOfTen() {
    assertThat(TASKS.stream().filter(task -> task.number().matches("\\d|10")))
        .hasSize(10)
        .filteredOn(task -> !task.result().startsWith("lost"))
        .hasSizeGreaterThanOrEqualTo(9);
  }

  @Test
  void everyProgramIsInARow() throws Exception {
    List<String> rows = TASKS.stream().map(Task::id).toList();
    for (Path folder : List.of(TaskProgram.OURS, TaskProgram.PEERS)) {
      try (Stream<Path> tree = Files.walk(folder)) {
        assertThat(tree.filter(file -> file.endsWith("dependencies.txt")))
            .extracting(file -> file.getParent().getFileName().toString())
            .isNotEmpty()
            .allMatch(rows::contains);
      }
    }
  }

  /** The limits are what the shortest program had that was known before this page. */
  @Test
  void noPeersProgramIsLongerThanItNeedsToBe() throws Exception {
    try (Stream<Path> tree = Files.walk(TaskProgram.PEERS)) {
      assertThat(tree.filter(file -> file.endsWith("dependencies.txt")).map(Path::getParent))
          .hasSizeGreaterThan(35)
          .allSatisfy(
              folder -> {
                String peer = folder.getParent().getFileName().toString();
                String task = folder.getFileName().toString();
                assertThat(TaskProgram.of(peer, task).java())
                    .as(peer + "/" + task)
                    .isLessThanOrEqualTo(TenTasksPage.limit(peer, task).orElseThrow());
              });
    }
  }

  @Test
  void ourDependenciesArePublishedOrSomebodyElses() {
    assertThat(TASKS)
        .flatExtracting(task -> task.ours().dependencies())
        .isNotEmpty()
        .allMatch(
            coordinates ->
                !coordinates.startsWith("dev.adk4j:")
                    || PublishedArtifacts.publishes(coordinates.substring("dev.adk4j:".length())));
  }
}
