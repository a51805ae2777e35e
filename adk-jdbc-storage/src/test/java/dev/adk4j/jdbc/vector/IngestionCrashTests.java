package dev.adk4j.jdbc.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.jdbc.ForkedJvm;
import dev.adk4j.vector.VectorMatch;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} of processes that ingest a folder into a real PostgreSQL with pgvector. */
@Tag("slow")
class IngestionCrashTests {

  private static final int SECTIONS = 10;
  private static final int BATCH = 64;

  /** The same for 5,000 and for 100,000 passages. */
  private static final List<String> OPTIONS = List.of("-Xmx64m", "-XX:+UseSerialGC");

  private final DataSource dataSource = PgVectorServer.real();

  @TempDir private Path folder;

  private final Set<Process> processes = new HashSet<>();
  private long embedded;

  @AfterEach
  void close() {
    processes.forEach(Process::destroyForcibly);
    IngestionProcess.db(dataSource).schema().dropCollectionIfExists(IngestionProcess.COLLECTION);
  }

  /** Killed after 1,000 passages each; the memory and the folder are small. */
  @Test
  @Timeout(180)
  void twoKillsLoseNothingAndEmbedNothingTwice() throws Exception {
    write(500);
    for (int kill = 0; kill < 2; kill++) {
      Process process = start();
      long until = embedded + 1_000;
      read(
          process,
          line -> {
            if (embedded >= until) {
              process.toHandle().destroyForcibly();
            }
          });
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }
    assertThat(embedded).isBetween(2_000L, 4_000L);
    endsComplete(500, 2);
  }

  @Test
  @Tag("soak")
  @Timeout(3_600)
  void aKillEveryTenSecondsLosesNothingOfAHundredThousandPassages() throws Exception {
    write(10_000);
    int kills = 0;
    boolean done = false;
    long began = System.nanoTime();
    Duration writing = Duration.ZERO;
    while (!done) {
      long before = embedded;
      Process process = start();
      CompletableFuture.delayedExecutor(10, TimeUnit.SECONDS)
          .execute(() -> process.toHandle().destroyForcibly());
      String last = read(process, line -> {});
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      done = last.startsWith("DONE");
      kills += done ? 0 : 1;
      if (embedded > before) {
        writing = Duration.ofNanos(System.nanoTime() - began);
      } else if (embedded >= 10_000L * SECTIONS) {
        done = true; // everything is there: a slow machine needs more than ten seconds to see it
      }
    }
    System.out.printf(
        "%d kills, %d passages embedded in %d s%n", kills, embedded, writing.toSeconds());
    assertThat(kills).isGreaterThan(0);
    endsComplete(10_000, kills);
  }

  private void endsComplete(int files, int kills) throws Exception {
    long passages = (long) files * SECTIONS;
    long before = embedded;
    long began = System.nanoTime();
    Counts last = run();
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    assertThat(last.documents).isEqualTo(files);
    assertThat(last.passages).isEqualTo(passages);
    assertThat(stored()).isEqualTo(passages);
    long twice = embedded - passages;
    assertThat(twice).as("embedded twice").isBetween(0L, (long) kills * BATCH);
    System.out.printf(
        "%d passages after %d kills: %d embedded twice; the last run wrote %d in %s, memory %d MB%n",
        passages, kills, twice, embedded - before, took, last.megabytes);

    Counts again = run();
    assertThat(again.embedded).isZero();
    assertThat(again.deleted).isZero();
    Files.writeString(file(7), text(7).replace("number", "changed"));
    Counts changed = run();
    assertThat(changed.embedded).isEqualTo(SECTIONS);
    assertThat(changed.deleted).isEqualTo(SECTIONS);
    assertThat(stored()).isEqualTo(passages);
    System.out.printf(
        "nothing changed: %d ms, memory %d MB; one file changed: %d ms, memory %d MB%n",
        again.millis, again.megabytes, changed.millis, changed.megabytes);
    assertThat(Math.max(again.megabytes, changed.megabytes)).isLessThan(48);
  }

  private record Counts(
      long documents, long passages, long embedded, long deleted, long millis, long megabytes) {

    static Counts of(String line) {
      long[] n = Stream.of(line.split(" ")).skip(1).mapToLong(Long::parseLong).toArray();
      return new Counts(n[0], n[1], n[2], n[3], n[4], n[5]);
    }
  }

  private Counts run() throws Exception {
    Process process = start();
    String last = read(process, line -> {});
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(last).startsWith("DONE");
    return Counts.of(last);
  }

  private Process start() throws Exception {
    Process process = ForkedJvm.start(IngestionProcess.class, OPTIONS, url(), folder.toString());
    processes.add(process);
    return process;
  }

  private String url() throws Exception {
    try (Connection connection = dataSource.getConnection()) {
      String url = connection.getMetaData().getURL();
      return url.contains("user=")
          ? url
          : url + (url.contains("?") ? "&" : "?") + "user=postgres&password=postgres";
    }
  }

  private interface Lines {
    void read(String line) throws IOException;
  }

  /** Reads to the end and returns the last line. */
  private String read(Process process, Lines lines) throws IOException {
    String last = "";
    boolean probed = false;
    try (BufferedReader output = process.inputReader()) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        last = line;
        if (line.startsWith("EMBEDDED ")) {
          // The first one learns the length of vectors, or that the model is the same.
          embedded += probed ? Long.parseLong(line.substring("EMBEDDED ".length())) : 0;
          probed = true;
        }
        lines.read(line);
      }
    }
    return last;
  }

  /** Returns the number of passages, each of which is there once. */
  private long stored() {
    Set<String> places = new HashSet<>();
    List<VectorMatch> found =
        IngestionProcess.db(dataSource)
            .collection(IngestionProcess.COLLECTION)
            .where("index", "adk-documents")
            .selectMetadata("source", "location")
            .limit(Integer.MAX_VALUE)
            .fetch();
    found.forEach(match -> places.add(match.metadata().orElseThrow().toString()));
    assertThat(places).hasSameSizeAs(found);
    return found.size();
  }

  private void write(int files) throws IOException {
    for (int i = 0; i < files; i++) {
      Files.createDirectories(file(i).getParent());
      Files.writeString(file(i), text(i));
    }
  }

  private Path file(int i) {
    return folder.resolve("part-" + i / 100).resolve("file-" + i + ".md");
  }

  private static String text(int i) {
    StringBuilder text = new StringBuilder();
    for (int j = 0; j < SECTIONS; j++) {
      text.append("## Section ").append(j).append("\n\nThe number of this part is n").append(i);
      text.append("x").append(j).append(". It stands in a file of ten sections, and has so many");
      text.append(" words that it is about as long as a short paragraph.\n\n");
    }
    return text.toString();
  }
}
