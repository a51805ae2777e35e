package dev.adk4j.boot.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The script that anyone can run against a URL, against applications of our own. */
@Tag("slow")
@Timeout(300)
class AttackScriptTests {

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "SEPARATE"})
  void resistsTheAttackScript(GatesApp.Layout layout) throws Exception {
    try (GatesApp app = new GatesApp(layout)) {
      app.ask("first", "payment").ref();
      app.ask("second", "payment").ref();

      Process script =
          new ProcessBuilder(
                  root().resolve("scripts/attack-web.sh").toString(),
                  "--gates",
                  app.gates.toString(),
                  "--actuator",
                  app.actuator.toString(),
                  "--approver",
                  "Authorization: " + GatesApp.basic("boss"),
                  "--other",
                  "Authorization: " + GatesApp.basic("clerk"),
                  "--other",
                  "Authorization: " + GatesApp.basic("spy"),
                  "--floods",
                  "40")
              .redirectErrorStream(true)
              .start();
      String output = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(script.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(script.exitValue()).as(output).isZero();
      assertThat(output).contains(" held, 0 broken").doesNotContain("BROKEN");
    }
  }

  private static Path root() throws IOException {
    Path directory = Path.of("").toRealPath();
    while (!Files.exists(directory.resolve("settings.gradle.kts"))) {
      directory = directory.getParent();
    }
    return directory;
  }
}
