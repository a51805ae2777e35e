package dev.adk4j.sample.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.vector.VectorEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptVectorsTests {

  @TempDir private Path directory;

  private final List<String> encoded = new ArrayList<>();
  private final VectorEncoder encoder =
      (texts, kind) -> {
        encoded.addAll(texts);
        return texts.stream().map(t -> new float[] {t.length(), 0.5f}).toList();
      };

  private KeptVectors open() {
    return new KeptVectors(encoder, 2, directory.resolve("sub/vectors.bin"));
  }

  @Test
  void keptVectorsAreNotEncodedAgain() {
    KeptVectors first = open();
    first.encode(List.of("one", "three"), VectorEncoder.EncodeKind.DOCUMENT);
    first.keep();
    encoded.clear();
    assertThat(open().encode(List.of("three", "new"), VectorEncoder.EncodeKind.DOCUMENT))
        .containsExactly(new float[] {5, 0.5f}, new float[] {3, 0.5f});
    assertThat(encoded).containsExactly("new");
  }

  @Test
  void unreadableFileCountsAsNone() throws Exception {
    KeptVectors first = open();
    first.encode(List.of("one"), VectorEncoder.EncodeKind.DOCUMENT);
    first.keep();
    Path file = directory.resolve("sub/vectors.bin");
    Files.write(file, java.util.Arrays.copyOf(Files.readAllBytes(file), 20));
    encoded.clear();
    open().encode(List.of("one"), VectorEncoder.EncodeKind.DOCUMENT);
    assertThat(encoded).containsExactly("one");
  }

  @Test
  void questionsAreNotKept() {
    KeptVectors vectors = open();
    vectors.encode(List.of("why?"), VectorEncoder.EncodeKind.QUERY);
    vectors.keep();
    assertThat(directory.resolve("sub")).doesNotExist();
  }
}
