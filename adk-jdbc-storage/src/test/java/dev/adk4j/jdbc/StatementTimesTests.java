package dev.adk4j.jdbc;

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

/** The clock of PostgreSQL goes on within a statement. */
class StatementTimesTests {

  private static final Pattern TWICE =
      Pattern.compile("\\{now}\\s*,\\s*(?:[a-z_]+\\s*=\\s*)?\\{now}");

  @Test
  void noStatementWritesTwoTimesThatShouldBeOne() throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String joined = Files.readString(file).replaceAll("\"\\s*\\+\\s*\"", "");
        Matcher matcher = TWICE.matcher(joined);
        while (matcher.find()) {
          found.add(file.getFileName() + ": " + matcher.group());
        }
      }
    }
    assertThat(found).as("use {began} for both").isEmpty();
  }
}
