package dev.adk4j.docs;

import java.util.List;

/**
 * Counts the lines of a program by the one rule that holds for all: no blank lines, no comments, no
 * package and import lines, no lines that hold only brackets and punctuation.
 */
final class LineCount {

  private LineCount() {}

  /** Counts the lines of a Java file. */
  static int ofJava(String text) {
    return count(text, List.of("//", "package ", "import "));
  }

  /** Counts the lines of a file of properties. */
  static int ofProperties(String text) {
    return count(text, List.of("#", "!"));
  }

  /** Counts the lines of an SQL script. */
  static int ofSql(String text) {
    return count(text, List.of("--"));
  }

  private static int count(String text, List<String> ignored) {
    int lines = 0;
    boolean comment = false;
    for (String written : text.lines().toList()) {
      String line = written.strip();
      if (comment || line.startsWith("/*")) {
        comment = !line.contains("*/");
      } else if (!line.matches("[\\[\\](){};,]*") && ignored.stream().noneMatch(line::startsWith)) {
        lines++;
      }
    }
    return lines;
  }
}
