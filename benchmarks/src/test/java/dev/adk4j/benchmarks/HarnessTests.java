package dev.adk4j.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.benchmarks.report.Page;
import dev.adk4j.benchmarks.report.Section;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every benchmark runs, with counts that take seconds, and its page is written. */
@Tag("slow")
class HarnessTests {

  @TempDir Path folder;

  /** JMH refuses to run beside another on this machine; here its figures mean nothing. */
  @BeforeAll
  static void beNobodysNeighbour() {
    System.setProperty("jmh.ignoreLock", "true");
  }

  @AfterAll
  static void beANeighbourAgain() {
    System.clearProperty("jmh.ignoreLock");
  }

  @Test
  void everyBenchmarkRunsAndThePageShowsItsGoals() throws Exception {
    List<Section> sections = new Run(new Options(Size.TINY, Set.of(), folder, null, 1)).all();

    assertThat(sections)
        .extracting(Section::id)
        .containsExactly("B1", "B2", "B3", "B4", "B5", "B6", "B7");
    String page = Files.readString(folder.resolve(Page.FILE));
    for (Section section : sections) {
      assertThat(section.goals()).as(section.id()).isNotEmpty();
      assertThat(page).contains("## " + section.id() + ". " + section.title());
      section.goals().forEach(goal -> assertThat(page).contains(goal.promise()));
    }
    assertThat(page).contains("fsync").contains("langchain4j 1").contains("google-adk 1");
    assertThat(page).doesNotContain(" ?,");
    try (Stream<Path> charts = Files.list(folder).filter(f -> f.toString().endsWith(".svg"))) {
      assertThat(charts.toList()).hasSizeGreaterThanOrEqualTo(5).allSatisfy(this::isWellFormed);
    }
  }

  private void isWellFormed(Path chart) throws Exception {
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(chart.toFile());
    assertThat(Files.readString(chart)).contains("<title>").doesNotContain("NaN");
    assertThat(Files.readString(folder.resolve(Page.FILE)))
        .contains("(" + chart.getFileName() + ")");
  }
}
