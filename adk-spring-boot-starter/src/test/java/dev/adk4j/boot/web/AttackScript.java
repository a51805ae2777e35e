package dev.adk4j.boot.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The script that anyone can run against a URL. */
public final class AttackScript {

  private AttackScript() {}

  /** Runs the script with these arguments, and asserts that everything held. */
  public static void assertHolds(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(root().resolve("scripts/attack-web.sh").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("--floods", "40"));
    Process script = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(script.waitFor()).as(output).isZero();
    assertThat(output).contains(" held, 0 broken").doesNotContain("BROKEN");
  }

  private static Path root() throws IOException {
    Path directory = Path.of("").toRealPath();
    while (!Files.exists(directory.resolve("settings.gradle.kts"))) {
      directory = directory.getParent();
    }
    return directory;
  }
}
