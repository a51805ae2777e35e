package dev.adk4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.storage.CallbackKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** The starter on its own, in a process of its own, as somebody sees it who has just added it. */
class FailedStartTests {

  @Test
  void printsAllMissingPartsAndExitsWithError(@TempDir Path directory) throws Exception {
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                App.class.getName(),
                "--spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                "--spring.main.lazy-initialization=true")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(text).contains("APPLICATION FAILED TO START");
    for (CallbackKey callback : CallbackKey.values()) {
      assertThat(text).contains("- " + callback.type().getName() + "\n");
    }
    assertThat(text)
        .contains("- dev.adk4j.loop.DispatchExecutor\n")
        .contains("adk-jdbc-storage is on the class path, but it backed off: ")
        .contains("adk.storage.noop=");
    assertThat(process.exitValue()).isNotZero();
  }

  // without a component scan, which would find the configurations of other tests
  @SpringBootConfiguration
  @EnableAutoConfiguration
  static class App {
    public static void main(String[] args) {
      SpringApplication.run(App.class, args);
    }
  }
}
