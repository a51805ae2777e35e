package dev.adk4j.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStoresTests {

  private static final Scope ANN = Scope.of("acme", "ann", "c1");

  @TempDir Path temporary;
  private Path root;

  @BeforeEach
  void createRoot() throws IOException {
    root = Files.createDirectory(temporary.resolve("root"));
  }

  @Test
  void keepsTextBytesAndStreams() throws IOException {
    FileSpoolStore store = new FileSpoolStore(root);
    SpoolReader text = store.write("text", ConduitBytes.of("é\r\nb\n"));
    assertThat(text.readAll()).isEqualTo("é\r\nb\n");
    assertThat(text.byteLength()).isEqualTo(6);
    assertThat(text.lineCount()).isEqualTo(3);
    byte[] binary = {(byte) 0xFF, 0, 10, (byte) 0x80};
    FileMediaStore media = new FileMediaStore(root);
    MediaReader stream =
        media.write("text", ConduitBytes.of(() -> new java.io.ByteArrayInputStream(binary)));
    assertThat(stream.open().readAllBytes()).isEqualTo(binary);
    assertThat(stream.byteLength()).hasValue(4);
    assertThat(store.read("text").orElseThrow().readAll()).isEqualTo("é\r\nb\n");
  }

  @Test
  void bothModesGiveTheSameAfterARestart() throws IOException {
    String text = "one\r\ntwo\n\nfour ☃\n";
    for (long threshold : new long[] {0, 5, Long.MAX_VALUE}) {
      FileSpoolStore store = new FileSpoolStore(root, "", threshold);
      ReaderDescriptor descriptor =
          store.write("id", ConduitBytes.of(text)).describe().orElseThrow();
      SpoolReader again =
          new FileSpoolStore(root, "", threshold).resolver().resolve(descriptor.locator());
      for (SpoolReader reader : List.of(store.read("id").orElseThrow(), again)) {
        assertThat(StreamSpoolReaderTests.linesOf(reader))
            .containsExactly("one\r", "two", "", "four ☃", "");
        assertThat(reader.readAll()).isEqualTo(text);
        assertThat(reader.byteLength()).isEqualTo(19);
        assertThat(reader.lineCount()).isEqualTo(5);
        assertThat(reader.line(3)).contains("four ☃");
      }
    }
  }

  @Test
  void anyTextIsAnIdAndNoTwoShareAFile() throws IOException {
    List<String> ids =
        List.of(
            "",
            " ",
            ".",
            "..",
            "../x",
            "/etc/passwd",
            "C:\\x",
            "a/b",
            "a\\b",
            "A",
            "a",
            "+a",
            "~0041",
            "con",
            "nul.txt",
            "a\0b",
            "é",
            "e\u0301",
            "\uD800",
            "\uD801",
            "\uFFFD",
            "😀",
            "x".repeat(5000),
            "x".repeat(5001),
            "X".repeat(100),
            "i-a",
            "a.txt",
            "call_AbC123",
            "\n",
            "-",
            "--",
            "~",
            "+",
            "=");
    Set<String> names = new HashSet<>();
    FileSpoolStore store = new FileSpoolStore(root);
    for (String id : ids) {
      String name = FileNames.of('i', id);
      assertThat(name).matches("[a-z0-9_+~=-]{1,200}");
      assertThat(names.add(name.toLowerCase(Locale.ROOT))).as(id).isTrue();
      store.write(id, ConduitBytes.of("content of " + id.length() + id.hashCode()));
    }
    for (String id : ids) {
      assertThat(store.read(id).orElseThrow().readAll())
          .isEqualTo("content of " + id.length() + id.hashCode());
    }
    try (Stream<Path> files = Files.list(root)) {
      assertThat(files).hasSize(ids.size());
    }
  }

  @Test
  void prefixesAreIsolated() throws IOException {
    FileSpoolStore a = new FileSpoolStore(root, "a", 0);
    FileSpoolStore ab = new FileSpoolStore(root, "a/b/", 0);
    a.write("id", ConduitBytes.of("a"));
    assertThat(ab.read("id")).isEmpty();
    ab.write("id", ConduitBytes.of("ab"));
    assertThat(a.read("id").orElseThrow().readAll()).isEqualTo("a");
    assertThat(ab.delete("id")).isTrue();
    assertThat(ab.delete("id")).isFalse();
    assertThat(a.read("id")).isPresent();
    for (String prefix : List.of("../x", "/x", "a//b", "a/./b", ".hidden", "a\\b", "a b")) {
      assertThatThrownBy(() -> new FileSpoolStore(root, prefix, 0))
          .as(prefix)
          .matches(e -> AdkException.is(e, AdkErrorCode.VALIDATION_EXCEPTION));
    }
    assertThatThrownBy(() -> new FileSpoolStore(root, "", -1))
        .matches(e -> AdkException.is(e, AdkErrorCode.VALIDATION_EXCEPTION));
  }

  @Test
  void aForgedKeyIsRefused() throws IOException {
    Files.writeString(root.resolveSibling("secret.txt"), "secret");
    FileSpoolStore store = new FileSpoolStore(root, "in", 0);
    store.write("id", ConduitBytes.of("mine"));
    Files.writeString(root.resolve("beside.txt"), "beside");
    List<Object> locators =
        List.of(
            Map.of("key", "../secret.txt"),
            Map.of("key", "in/../../secret.txt"),
            Map.of("key", "in/../beside.txt"),
            Map.of("key", root.resolveSibling("secret.txt").toString()),
            Map.of("key", "beside.txt"),
            Map.of("key", "in"),
            Map.of("key", "in/"),
            Map.of("key", "in//i-id.txt"),
            Map.of("key", "in/.tmp-x.txt"),
            Map.of("key", "in\\i-id.txt"),
            Map.of("key", "in/i-id.bin"),
            Map.of("key", "in/i-id.txt\0"),
            Map.of("key", ""),
            Map.of("key", 7),
            Map.of(),
            "in/i-id.txt",
            List.of("key"));
    for (Object locator : locators) {
      assertThatThrownBy(() -> store.resolver().resolve(JsonValue.of(locator)))
          .as("%s", locator)
          .matches(e -> AdkException.is(e, AdkErrorCode.E_READER_LOCATOR_INVALID));
    }
    assertThat(
            store.resolver().resolve(JsonValue.of((Object) Map.of("key", "in/i-id.txt"))).readAll())
        .isEqualTo("mine");
  }

  @Test
  void aLinkInTheDirectoryIsNotFollowed() throws IOException {
    Path secret = Files.writeString(root.resolveSibling("secret2.txt"), "secret");
    FileSpoolStore store = new FileSpoolStore(root);
    Files.createSymbolicLink(root.resolve("i-id.txt"), secret);
    assertThat(store.read("id")).isEmpty();
    SpoolReader forged = store.resolver().resolve(JsonValue.of((Object) Map.of("key", "i-id.txt")));
    assertThatThrownBy(forged::readAll).isInstanceOf(IOException.class);
  }

  @Test
  void scopesDoNotSeeEachOther() throws IOException {
    FileSpoolStore all = new FileSpoolStore(root);
    List<Scope> scopes =
        List.of(
            ANN,
            Scope.of("acme", "ann", "c2"),
            Scope.of("other", "ann", "c1"),
            Scope.of("acme", "ann", null),
            Scope.of("acme", null, "n"),
            Scope.of("acme/c-c1", null, null));
    List<ReaderDescriptor> descriptors = new ArrayList<>();
    for (Scope scope : scopes) {
      descriptors.add(
          all.forScope(scope)
              .write("id", ConduitBytes.of(scope.toString()))
              .describe()
              .orElseThrow());
    }
    ReaderResolvers resolvers =
        new ReaderResolvers()
            .registerScopedSpool(FileSpoolStore.TAG, scope -> all.forScope(scope).resolver());
    for (int i = 0; i < scopes.size(); i++) {
      assertThat(all.forScope(scopes.get(i)).read("id").orElseThrow().readAll())
          .isEqualTo(scopes.get(i).toString());
      ReaderResolvers view = resolvers.forScope(scopes.get(i));
      for (int j = 0; j < scopes.size(); j++) {
        ReaderDescriptor descriptor = descriptors.get(j);
        if (i == j) {
          assertThat(view.resolveSpool(descriptor).readAll()).isEqualTo(scopes.get(i).toString());
        } else {
          assertThatThrownBy(() -> view.resolveSpool(descriptor))
              .matches(e -> AdkException.is(e, AdkErrorCode.E_READER_LOCATOR_INVALID));
        }
      }
    }
    assertThat(all.read("id")).isEmpty();
  }

  @Test
  void aWriteThatFailsLeavesWhatWasThere() throws IOException {
    FileSpoolStore store = new FileSpoolStore(root);
    store.write("id", ConduitBytes.of("old"));
    InputStream broken =
        new java.io.ByteArrayInputStream(new byte[200_000]) {
          @Override
          public synchronized int read(byte[] buffer, int offset, int length) {
            int read = super.read(buffer, offset, length);
            if (read < 0) {
              throw new IllegalStateException("broken");
            }
            return read;
          }
        };
    assertThatThrownBy(() -> store.write("id", ConduitBytes.of(() -> broken))).hasMessage("broken");
    assertThat(store.read("id").orElseThrow().readAll()).isEqualTo("old");
    try (Stream<Path> files = Files.list(root)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void aLargeTextWrittenAgainFailsItsOldReaderInsteadOfMixing() throws IOException {
    FileSpoolStore store = new FileSpoolStore(root, "", 0);
    SpoolReader written = store.write("id", ConduitBytes.of("one\ntwo\nthree"));
    SpoolReader read = store.read("id").orElseThrow();
    assertThat(read.line(1)).contains("two");
    SpoolReader fresh = store.write("id", ConduitBytes.of("1\n2\n3"));
    assertThatThrownBy(() -> written.line(1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("written again");
    assertThatThrownBy(() -> read.line(2))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("written again");
    assertThat(fresh.line(2)).contains("3");
  }

  @Test
  void racingWritersLeaveOneWholeText() throws Exception {
    FileSpoolStore store = new FileSpoolStore(root, "", 0);
    CountDownLatch start = new CountDownLatch(1);
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        String text = (i + "\n").repeat(20_000);
        writers.add(
            pool.submit(
                () -> {
                  start.await();
                  return store.write("id", ConduitBytes.of(text));
                }));
      }
      start.countDown();
      for (Future<?> writer : writers) {
        writer.get();
      }
    }
    SpoolReader left = store.read("id").orElseThrow();
    String text = left.readAll();
    assertThat(text).hasSize(40_000).isEqualTo((text.charAt(0) + "\n").repeat(20_000));
    try (Stream<Path> files = Files.list(root)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void aDeletedTextIsGone() throws IOException {
    FileMediaStore store = new FileMediaStore(root).forScope(ANN);
    MediaReader reader = store.write("id", ConduitBytes.of(new byte[] {1}));
    assertThat(store.delete("id")).isTrue();
    assertThat(store.delete("id")).isFalse();
    assertThat(store.read("id")).isEmpty();
    assertThatThrownBy(reader::open).isInstanceOf(IOException.class);
    assertThatThrownBy(reader::byteLength).isInstanceOf(IOException.class);
  }
}
