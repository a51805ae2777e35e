package dev.adk4j.vector.retrieval;

import dev.adk4j.vector.VectorErrors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Reads the files below a folder, and none outside of it. */
record FolderSource(Path folder, List<PathMatcher> patterns) implements DocumentSource {

  static final int MOST_BYTES = 16 << 20;

  private static final List<String> TEXTS = List.of("**.md", "**.markdown", "**.txt");

  static FolderSource of(Path folder, List<String> patterns) {
    return new FolderSource(
        folder,
        (patterns.isEmpty() ? TEXTS : patterns)
            .stream().flatMap(pattern -> matchers(folder, pattern)).toList());
  }

  /** A glob that begins with any folder also applies to the folder itself. */
  private static Stream<PathMatcher> matchers(Path folder, String pattern) {
    try {
      Stream<String> globs =
          pattern.startsWith("**/") ? Stream.of(pattern, pattern.substring(3)) : Stream.of(pattern);
      return globs
          .map(glob -> folder.getFileSystem().getPathMatcher("glob:" + glob))
          .toList()
          .stream();
    } catch (PatternSyntaxException e) {
      throw VectorErrors.invalidConfig("'" + pattern + "' is not a glob: " + e.getDescription());
    }
  }

  @Override
  public void read(
      Consumer<? super SourceDocument> documents,
      BiConsumer<? super String, ? super String> skipped)
      throws IOException {
    if (!Files.isDirectory(folder)) {
      throw VectorErrors.invalidConfig("there is no folder " + folder);
    }
    Path root = folder.toRealPath();
    Files.walkFileTree(root, new Walk(root, documents, skipped));
  }

  private final class Walk extends SimpleFileVisitor<Path> {

    private final Path root;
    private final Consumer<? super SourceDocument> documents;
    private final BiConsumer<? super String, ? super String> skipped;

    Walk(
        Path root,
        Consumer<? super SourceDocument> documents,
        BiConsumer<? super String, ? super String> skipped) {
      this.root = root;
      this.documents = documents;
      this.skipped = skipped;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      return isHidden(directory) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (isHidden(file)) {
        return FileVisitResult.CONTINUE;
      }
      Path relative = root.relativize(file);
      boolean folderLink = attributes.isSymbolicLink() && Files.isDirectory(file);
      if (folderLink) {
        skipped.accept(name(file), "a link to a folder is not followed");
      } else if (isOdd(name(file))) {
        // Checked before the patterns, which match no line breaks.
        skipped.accept(name(file), "its name is blank or has control characters");
      } else if (patterns.stream().anyMatch(pattern -> pattern.matches(relative))) {
        visit(file, attributes);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (file.equals(root)) {
        throw e;
      }
      if (!isHidden(file)) {
        skipped.accept(name(file), "cannot be read");
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(
        Path directory, @SuppressWarnings("NullAway") IOException e) throws IOException {
      return e == null ? FileVisitResult.CONTINUE : visitFileFailed(directory, e);
    }

    private boolean isHidden(Path path) {
      return !path.equals(root) && String.valueOf(path.getFileName()).startsWith(".");
    }

    private void visit(Path file, BasicFileAttributes attributes) {
      String name = name(file);
      Path real;
      try {
        real = file.toRealPath();
      } catch (IOException e) {
        skipped.accept(name, attributes.isSymbolicLink() ? "has no target file" : "cannot be read");
        return;
      }
      if (!real.startsWith(root)) {
        skipped.accept(name, "has a target outside the folder");
      } else if (!Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)) {
        skipped.accept(name, "is not a regular file");
      } else {
        readFile(name, real);
      }
    }

    private void readFile(String name, Path real) {
      SourceDocument document;
      try (InputStream in = Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS)) {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
          skipped.accept(name, "has more than " + (MOST_BYTES >> 20) + " MB");
          return;
        }
        String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        if (text.indexOf('\0') >= 0) {
          skipped.accept(name, "is not text");
          return;
        }
        document = new SourceDocument(name, text);
      } catch (CharacterCodingException e) {
        skipped.accept(name, "is not text in UTF-8");
        return;
      } catch (IOException e) {
        skipped.accept(name, "cannot be read");
        return;
      }
      documents.accept(document);
    }

    private static boolean isOdd(String name) {
      return name.isBlank() || name.chars().anyMatch(Character::isISOControl);
    }

    private String name(Path file) {
      return root.relativize(file).toString().replace('\\', '/');
    }
  }
}
