package dev.adk4j.benchmarks.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.adk4j.vector.VectorEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QualityTests {

  @TempDir Path directory;

  @Test
  void countsTheFirstPassageThatAnswers() throws Exception {
    Map<String, List<String>> found =
        Map.of(
            "first",
            List.of("right", "right"),
            "third",
            List.of("a", "b", "right"),
            "none",
            List.of("a"));
    List<Item> items =
        found.keySet().stream()
            .map(question -> new Item(question, each -> each.text().equals("right")))
            .toList();
    Searching search =
        (question, limit) ->
            found.get(question).stream().map(text -> new Found("page", text)).toList();

    Quality quality = Quality.of(search, items, 2);

    assertThat(quality.recall()).isCloseTo(2 / 3.0, within(1e-9));
    assertThat(quality.gain()).isCloseTo((1 + 0.5) / 3, within(1e-9)); // 1 / log2(1 + 3) = 0.5
    assertThat(quality.first()).isCloseTo(1 / 3.0, within(1e-9));
    assertThat(quality.few()).isCloseTo(1 / 3.0, within(1e-9));
  }

  @Test
  void takesTheDescriptionOutOfAManualPage() throws Exception {
    Path folder = Files.createDirectories(directory.resolve("man1"));
    String roff =
        ".SH NAME\nfrob \\- shakes files until they break\n.SH DESCRIPTION\nIt shakes files until they break.\n"
            + "Another line about it.\n".repeat(40);
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("frob.1.gz")))) {
      out.write(roff.getBytes(StandardCharsets.UTF_8));
    }

    ManualPages pages = ManualPages.read(directory, 1, 1);

    Item item = pages.items().getFirst();
    assertThat(item.question()).isEqualTo("shakes files until they break");
    assertThat(pages.documents().getFirst().text())
        .doesNotContain("until they break")
        .contains("Another line");
    assertThat(item.answers()).accepts(new Found("frob.1", "")).rejects(new Found("other.1", ""));
  }

  @Test
  void keepsVectorsInAFileAndForgetsAnIncompleteOne() throws Exception {
    Path file = directory.resolve("vectors");
    AtomicInteger calls = new AtomicInteger();
    assertThat(firstNumber(file, calls, "a")).isEqualTo(1);
    assertThat(firstNumber(file, calls, "a")).isEqualTo(1);
    assertThat(calls).hasValue(1);

    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 1));
    assertThat(firstNumber(file, calls, "a")).isEqualTo(1);
    assertThat(firstNumber(file, calls, "a")).isEqualTo(1);
    assertThat(calls).hasValue(2);
  }

  private static float firstNumber(Path file, AtomicInteger calls, String text) throws IOException {
    try (VectorCache cache =
        new VectorCache(
            (texts, kind) -> {
              calls.incrementAndGet();
              float[] vector = new float[384];
              vector[0] = 1;
              return List.of(vector);
            },
            file)) {
      return cache.encode(List.of(text), VectorEncoder.EncodeKind.DOCUMENT).getFirst()[0];
    }
  }
}
