package dev.adk4j.benchmarks.retrieval;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Question about the guides of this project, from {@code retrieval/questions.txt}.
 *
 * @param before what was said before, the user first and then in turn; empty for most
 * @param rewrite the question in words of its own; null where nothing was said before
 * @param answers sections that answer it, {@code page#heading}
 */
record GuideQuestion(
    String text, List<String> before, @Nullable String rewrite, List<String> answers) {

  static List<GuideQuestion> read() throws IOException {
    List<GuideQuestion> questions = new ArrayList<>();
    List<String> block = new ArrayList<>();
    try (InputStream in =
            Objects.requireNonNull(
                GuideQuestion.class.getResourceAsStream("/retrieval/questions.txt"));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line; (line = lines.readLine()) != null; ) {
        if (!line.isBlank() && !line.startsWith("#")) {
          block.add(line);
        } else if (!block.isEmpty()) {
          questions.add(of(block));
          block.clear();
        }
      }
    }
    if (!block.isEmpty()) {
      questions.add(of(block));
    }
    return questions;
  }

  private static GuideQuestion of(List<String> block) {
    List<String> before = new ArrayList<>();
    String text = "";
    String rewrite = null;
    List<String> answers = List.of();
    for (String line : block) {
      String rest = line.substring(2).strip();
      switch (line.charAt(0)) {
        case 'U', 'A' -> before.add(rest.substring(rest.startsWith(":") ? 1 : 0).strip());
        case '?' -> text = rest;
        case '>' -> rewrite = rest;
        case '=' -> answers = List.of(rest.split(", "));
        default -> throw new IllegalStateException("a line of a question: " + line);
      }
    }
    return new GuideQuestion(text, before, rewrite, answers);
  }
}
