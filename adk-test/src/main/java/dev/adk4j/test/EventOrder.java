package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** Checks the order of events required in every turn. */
final class EventOrder {

  private EventOrder() {}

  static void check(List<String> lines) {
    assertThat(lines).first().isEqualTo("turnStart");
    assertThat(lines).last().isEqualTo("turnEnd");
    assertThat(lines).as("turnStart and turnEnd once").containsOnlyOnce("turnStart", "turnEnd");
    int start = lines.indexOf("dispatchStart");
    int end = indexOf(lines, "dispatchEnd(");
    assertThat(start < 0)
        .as("dispatchStart and dispatchEnd come together in %s", lines)
        .isEqualTo(end < 0);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith("iteration") || line.startsWith("log(")) {
        assertThat(i).as("%s is inside the dispatch in %s", line, lines).isBetween(start, end);
      }
    }
    checkIterations(lines.stream().filter(line -> line.startsWith("iteration")).toList());
  }

  /**
   * Checks iterations: starts are numbered from 0, each end follows its start directly, and only
   * the last start may have no end.
   */
  private static void checkIterations(List<String> lines) {
    int next = 0;
    for (int i = 0; i < lines.size(); i++) {
      String expected =
          i % 2 == 0 ? "iterationStart(" + next + ")" : "iterationEnd(" + next++ + ")";
      assertThat(lines.get(i)).as("iterations in %s", lines).isEqualTo(expected);
    }
  }

  private static int indexOf(List<String> lines, String prefix) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(prefix)) {
        return i;
      }
    }
    return -1;
  }
}
