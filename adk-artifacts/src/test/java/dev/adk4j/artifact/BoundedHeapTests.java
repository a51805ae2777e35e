package dev.adk4j.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class BoundedHeapTests {

  @TempDir Path directory;

  @Test
  @Timeout(600)
  void thirtySixMebibytesPassThroughAHeapOfTwentyFour() throws Exception {
    run(24, 36);
  }

  @Test
  @Tag("slow")
  @Timeout(600)
  void sixtyFourMebibytesPassThroughAHeapOfFortyEight() throws Exception {
    run(48, 64);
  }

  @Test
  @Tag("soak")
  @Timeout(900)
  void oneGibibytePassesThroughAHeapOfFortyEightMebibytes() throws Exception {
    run(48, 1024);
  }

  private void run(int heap, int mebibytes) throws IOException, InterruptedException {
    String java =
        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
    Process process =
        new ProcessBuilder(
                java,
                "-Xmx" + heap + "m",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                LargeText.class.getName(),
                directory.toString(),
                String.valueOf(mebibytes))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    System.out.println(output);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("passed with a heap of " + heap / 10);
  }
}
