package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes go in and out in constant memory: through a JVM whose heap is smaller than they are. */
@Tag("slow")
class StreamingTests {

  @Test
  void sixtyFourMebibytesPassThroughASmallHeapOnH2(@TempDir Path directory) throws Exception {
    probe(h2(directory), "sa", "", 64);
  }

  @Test
  void sixtyFourMebibytesPassThroughASmallHeapOnPostgres() throws Exception {
    PostgresServer server = PostgresServer.get().newDatabase();
    probe(server.url(), server.user(), server.password(), 64);
  }

  @Test
  @Tag("soak")
  void aGibibytePassesThroughASmallHeapOnH2(@TempDir Path directory) throws Exception {
    probe(h2(directory), "sa", "", 1024);
  }

  @Test
  @Tag("soak")
  void aGibibytePassesThroughASmallHeapOnPostgres() throws Exception {
    PostgresServer server = PostgresServer.get().newDatabase();
    probe(server.url(), server.user(), server.password(), 1024);
  }

  @Test
  void moreBytesThanTheHeapAreErasedOnH2(@TempDir Path directory) throws Exception {
    erase(h2(directory), 160, "-Xmx96m");
  }

  @Test
  @Tag("soak")
  void fiveHundredMebibytesAreErasedOnH2(@TempDir Path directory) throws Exception {
    erase(h2(directory), 500, "-Xmx128m");
  }

  private static void erase(String url, int mebibytes, String heap) throws Exception {
    Process probe =
        ForkedJvm.start(ErasureProbe.class, List.of(heap), url, "sa", "", "" + mebibytes);
    String output = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(probe.waitFor()).as(output).isZero();
    System.out.printf("H2: %d MiB stored and erased, %s%n", mebibytes, output.strip());
  }

  private static String h2(Path directory) {
    return "jdbc:h2:file:" + directory.resolve("bytes").toAbsolutePath() + ";WRITE_DELAY=0";
  }

  private static void probe(String url, String user, String password, int mebibytes)
      throws Exception {
    long start = System.nanoTime();
    Process probe =
        ForkedJvm.start(
            StreamingProbe.class, List.of("-Xmx48m"), url, user, password, "" + mebibytes);
    String output = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(probe.waitFor()).as(output).isZero();
    System.out.printf(
        "%s: %d MiB written and read twice, %s, %.1f s%n",
        url.substring(5, 10), mebibytes, output.strip(), (System.nanoTime() - start) / 1e9);
  }
}
