package dev.adk4j.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Keeps tests that start processes, browsers, npm's programs or Maven out of the default tier,
 * except for the short form of each promise.
 */
class TestTiersTests {

  private static final Path ROOT = BuildParity.root();
  private static final Path SHORT_FORMS = ROOT.resolve("build-checks/src/test/short-forms.txt");

  @Test
  void testThatStartsAProcessIsSlowOrAShortForm() throws IOException {
    assertThat(TestSources.below(ROOT).startingUntagged())
        .as("tag these classes slow, or name their promise in " + SHORT_FORMS.getFileName())
        .isEqualTo(shortForms().keySet());
  }

  @Test
  void shortFormSaysWhatItPromises() throws IOException {
    shortForms().forEach((test, promise) -> assertThat(promise).as(test).isNotBlank());
  }

  @Test
  void fixtureThatStartsAProcessCountsForTheTestsBehindIt() {
    TestSources sources = new TestSources();
    sources.add(
        "Fork", "package a;\nclass Fork { Process p = new Process" + "Builder().start(); }");
    sources.add("Scene", "package a;\npublic class Scene { Fork fork; }");
    sources.add("NearTests", "package a;\nclass NearTests { Scene scene; }");
    sources.add("FarTests", "package b;\nimport a.Scene;\nclass FarTests { Scene scene; }");
    sources.add("HelpedTests", "package a;\nclass HelpedTests { int i = NearTests.HELP; }");
    sources.add(
        "OtherTests", "package b;\n// new Process" + "Builder()\nclass OtherTests { Scene s; }");
    sources.add("SlowTests", "package a;\n@Tag(\"slow\")\nclass SlowTests { Fork fork; }");
    sources.add(
        "PartTests", "package a;\nclass PartTests { Fork f;\n  @Tag(\"slow\") class A {} }");

    assertThat(sources.startingUntagged())
        .containsExactly("a.NearTests", "a.PartTests", "b.FarTests");
  }

  private static SortedMap<String, String> shortForms() throws IOException {
    SortedMap<String, String> forms = new TreeMap<>();
    List<String> lines = Files.readAllLines(SHORT_FORMS);
    for (String line : lines) {
      if (!line.startsWith("#") && !line.isBlank()) {
        String[] parts = line.split(" ", 2);
        forms.put(parts[0], parts.length == 2 ? parts[1] : "");
      }
    }
    return forms;
  }
}
