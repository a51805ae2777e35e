package dev.adk4j.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Documents, schemas and patterns of others in a heap of 64 MiB: each is answered or refused with a
 * code within two seconds, one of 20 MB within ten, and the call after it works.
 */
@Tag("slow")
class HostileDocumentsTests {

  @TempDir Path directory;

  @Test
  @Timeout(600)
  void theUsualSuspectsFitIntoASmallHeap() throws Exception {
    play("short");
  }

  @Test
  @Tag("soak")
  @Timeout(1200)
  void allOfThemFitIntoASmallHeap() throws Exception {
    play("all");
  }

  private void play(String cases) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                HostileDocuments.class.getName(),
                directory.toString(),
                cases));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    System.out.println(output);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("\n0 failures with a heap of 6");
  }
}
