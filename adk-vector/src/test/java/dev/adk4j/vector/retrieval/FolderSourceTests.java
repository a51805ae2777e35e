package dev.adk4j.vector.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderSourceTests {

  @TempDir private Path outside;
  private Path folder;
  private final List<String> notices = new ArrayList<>();

  @BeforeEach
  void folder() throws IOException {
    folder = Files.createDirectory(outside.resolve("docs"));
  }

  private Map<String, String> read(String... patterns) throws IOException {
    Map<String, String> found = new TreeMap<>();
    DocumentSource.folder(folder, patterns)
        .read(
            document -> found.put(document.source(), document.text()),
            (name, reason) -> notices.add(name + ": " + reason));
    notices.sort(null);
    return found;
  }

  private void write(String name, String text) throws IOException {
    write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private void write(String name, byte[] bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  @Test
  void readsTextsByTheirPathFromTheFolder() throws IOException {
    write("a.md", "A");
    write("sub/deeper/b.txt", "B");
    write("c.MARKDOWN", "not matched");
    write("d.png", new byte[] {0, 1});
    write(".hidden.md", "hidden");
    write(".git/e.md", "hidden");
    assertThat(read()).containsExactly(Map.entry("a.md", "A"), Map.entry("sub/deeper/b.txt", "B"));
    assertThat(read("**/*.md")).containsOnlyKeys("a.md");
    assertThat(read("sub/**")).containsOnlyKeys("sub/deeper/b.txt");
    assertThat(notices).isEmpty();
  }

  @Test
  void skipsWhatIsNoTextWithANotice() throws IOException {
    write("binary.md", new byte[] {'a', 0, 'b'});
    write("latin.md", "é".getBytes(StandardCharsets.ISO_8859_1));
    write("wide.md", "text".getBytes(StandardCharsets.UTF_16));
    write("cut.md", new byte[] {'a', (byte) 0xE2, (byte) 0x82});
    write("name\nwith break.md", "text");
    try (RandomAccessFile huge = new RandomAccessFile(folder.resolve("huge.md").toFile(), "rw")) {
      huge.setLength(FolderSource.MOST_BYTES + 1L);
    }
    write("empty.md", "");
    assertThat(read()).containsOnlyKeys("empty.md");
    assertThat(notices)
        .containsExactly(
            "binary.md: is not text",
            "cut.md: is not text in UTF-8",
            "huge.md: has more than 16 MB",
            "latin.md: is not text in UTF-8",
            "name\nwith break.md: its name is blank or has control characters",
            "wide.md: is not text in UTF-8");
  }

  @Test
  void readsNothingOutsideOfTheFolder() throws Exception {
    Path secret = Files.writeString(outside.resolve("secret.md"), "secret");
    Files.createDirectory(outside.resolve("secrets"));
    Files.writeString(outside.resolve("secrets").resolve("b.md"), "secret");
    Files.createDirectory(outside.resolve("docs-too"));
    Files.writeString(outside.resolve("docs-too").resolve("c.md"), "secret");
    write("real.md", "real");
    Files.createSymbolicLink(folder.resolve("absolute.md"), secret);
    Files.createSymbolicLink(folder.resolve("relative.md"), Path.of("../docs-too/c.md"));
    Files.createSymbolicLink(folder.resolve("folder"), outside.resolve("secrets"));
    Files.createSymbolicLink(folder.resolve("loop"), folder);
    Files.createSymbolicLink(folder.resolve("dangling.md"), Path.of("nothing"));
    Files.createSymbolicLink(folder.resolve("inside.md"), Path.of("real.md"));
    new ProcessBuilder("mkfifo", folder.resolve("pipe.md").toString()).start().waitFor();
    assertThat(read())
        .containsExactly(Map.entry("inside.md", "real"), Map.entry("real.md", "real"));
    assertThat(notices)
        .containsExactly(
            "absolute.md: has a target outside the folder",
            "dangling.md: has no target file",
            "folder: a link to a folder is not followed",
            "loop: a link to a folder is not followed",
            "pipe.md: is not a regular file",
            "relative.md: has a target outside the folder");
  }

  /** Kubernetes mounts files as links into a hidden folder that is a link itself. */
  @Test
  void readsMountedFilesOnce() throws Exception {
    write("..2026/a.md", "A");
    Files.createSymbolicLink(folder.resolve("..data"), Path.of("..2026"));
    Files.createSymbolicLink(folder.resolve("a.md"), Path.of("..data/a.md"));
    assertThat(read()).containsExactly(Map.entry("a.md", "A"));
    assertThat(notices).isEmpty();
  }

  @Test
  void refusesAMissingFolderAndABadPattern() throws Exception {
    folder = outside.resolve("nothing");
    assertThatThrownBy(this::read)
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("there is no folder");
    assertThatThrownBy(() -> read("{a"))
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("is not a glob");
  }
}
