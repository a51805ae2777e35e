package dev.adk4j.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Counts the Javadoc that begins with a question word instead of with its subject. */
class JavadocEnglishTests {

  /** The number only goes down; the goal is 60. */
  private static final int MOST = 7;

  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
  private static final Pattern TAG =
      Pattern.compile("@(?:param\\s+\\S+|return)\\s+(.*?)(?=\\s@|$)");
  private static final Pattern QUESTION =
      Pattern.compile("(What|Whether|Who|Whose|Whom|Where|How|That|Which|When|Why)\\b.*");

  @Test
  void noMoreJavadocBeginsWithAQuestionWord() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : sources()) {
      Matcher javadoc = JAVADOC.matcher(Files.readString(file));
      while (javadoc.find()) {
        String text = javadoc.group(1).replaceAll("\\n\\s*\\*\\s?", " ").strip();
        Stream.concat(Stream.of(text), TAG.matcher(text).results().map(tag -> tag.group(1).strip()))
            .filter(begin -> QUESTION.matcher(begin).matches())
            .forEach(begin -> found.add(file.getFileName() + ": " + begin));
      }
    }
    System.out.println(found.size() + " Javadocs begin with a question word");
    assertThat(found).hasSizeLessThanOrEqualTo(MOST);
  }

  private static List<Path> sources() throws IOException {
    Path root = Path.of("..").toAbsolutePath().normalize();
    List<Path> files = new ArrayList<>();
    try (Stream<Path> modules = Files.list(root)) {
      for (Path module :
          modules.filter(m -> m.getFileName().toString().startsWith("adk-")).toList()) {
        Path main = module.resolve("src/main/java");
        if (Files.isDirectory(main)) {
          try (Stream<Path> walk = Files.walk(main)) {
            walk.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
          }
        }
      }
    }
    return files;
  }
}
