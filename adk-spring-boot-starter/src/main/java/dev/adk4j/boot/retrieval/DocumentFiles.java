package dev.adk4j.boot.retrieval;

import dev.adk4j.vector.retrieval.SourceDocument;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourcePatternResolver;

/**
 * Reads the files of resource patterns as UTF-8. A pattern without a file, an unreadable file and
 * files beyond the limits are rejected: an answer from a part of the documents would not show the
 * omission.
 */
final class DocumentFiles {

  static final String PROPERTY = "adk.retrieval.documents";

  static final int MOST_FILES = 10_000;
  private static final long MOST_BYTES = 128L << 20;

  private final ResourcePatternResolver resolver;
  private final Map<String, SourceDocument> byUrl = new LinkedHashMap<>();
  private final Map<String, String> urlsByName = new LinkedHashMap<>();
  private long bytes;

  DocumentFiles(ResourcePatternResolver resolver) {
    this.resolver = resolver;
  }

  /** Returns the documents by name; a file that matches two patterns is one document. */
  List<SourceDocument> read(List<String> patterns) {
    patterns.forEach(this::read);
    return byUrl.values().stream().sorted(Comparator.comparing(SourceDocument::source)).toList();
  }

  /** Returns a text for each file that changes with the file's time or size. */
  List<String> versions(List<String> patterns) {
    return patterns.stream().flatMap(this::versions).sorted().toList();
  }

  private Stream<String> versions(String pattern) {
    try {
      List<String> versions = new ArrayList<>();
      for (Resource file : files(pattern)) {
        versions.add(file.getURL() + " " + file.lastModified() + " " + file.contentLength());
      }
      return versions.stream();
    } catch (IOException | UncheckedIOException e) {
      return Stream.of(pattern + " " + e);
    }
  }

  private void read(String pattern) {
    try {
      List<Resource> files = files(pattern);
      if (files.isEmpty()) {
        throw refused(
            pattern,
            "matches no file; patterns look like classpath:guides/**/*.md and "
                + "file:/srv/docs/**/*.md");
      }
      DocumentNames names = DocumentNames.of(pattern, resolver);
      for (Resource file : files) {
        add(pattern, file, names.nameOf(file));
      }
    } catch (IOException | UncheckedIOException e) {
      throw refused(pattern, "cannot be looked up (" + e + ")");
    }
  }

  private List<Resource> files(String pattern) throws IOException {
    try {
      return Stream.of(resolver.getResources(pattern)).filter(DocumentFiles::isFile).toList();
    } catch (FileNotFoundException e) {
      return List.of(); // the folder does not exist either
    }
  }

  /** Returns true also for a broken link, whose text is missing. */
  private static boolean isFile(Resource resource) {
    try {
      if (resource.isFile()) {
        Path path = resource.getFile().toPath();
        return !Files.isDirectory(path) && Files.exists(path, LinkOption.NOFOLLOW_LINKS);
      }
      return resource.exists() && !resource.getURL().getPath().endsWith("/");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(String pattern, Resource file, String name) throws IOException {
    String url = file.getURL().toString();
    if (byUrl.containsKey(url)) {
      return;
    }
    String other = urlsByName.putIfAbsent(name, url);
    if (other != null) {
      throw refused(
          pattern,
          "matches a second file with the document name " + name + "; rename it or its folder");
    }
    byUrl.put(url, new SourceDocument(name, text(pattern, file, name)));
    if (byUrl.size() > MOST_FILES) {
      throw refused(pattern, "matches more than " + MOST_FILES + " files; narrow it");
    }
  }

  private String text(String pattern, Resource file, String name) {
    byte[] content;
    try (InputStream in = file.getInputStream()) {
      content = in.readNBytes((int) (MOST_BYTES - bytes) + 1);
    } catch (IOException e) {
      throw refused(pattern, "matches the file " + name + ", which cannot be read (" + e + ")");
    }
    bytes += content.length;
    if (bytes > MOST_BYTES) {
      throw refused(pattern, "matches more than " + (MOST_BYTES >> 20) + " MB; narrow it");
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      throw refused(pattern, "matches the file " + name + ", which is not UTF-8 text");
    }
  }

  static InvalidConfigurationPropertyValueException refused(String pattern, String why) {
    return new InvalidConfigurationPropertyValueException(PROPERTY, pattern, why);
  }
}
