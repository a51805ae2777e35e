package dev.adk4j.bytes;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * One directory below a root in which a store keeps its files. A key is a file's path relative to
 * the root, with {@code /} on every system.
 */
record FileArea(Path root, String directory, String suffix) {

  private static final Pattern SEGMENT =
      Pattern.compile("[A-Za-z0-9_+~=-][A-Za-z0-9._+~=-]{0,254}");

  /** The area of a key prefix such as {@code tools/results}; empty for the root itself. */
  static FileArea of(Path root, String keyPrefix, String suffix) {
    String directory = keyPrefix.replaceAll("/+$", "");
    new Violations()
        .check(
            directory.isEmpty() || isKey(directory),
            "$.keyPrefix",
            "pattern",
            "must be names of letters, digits, '.', '_' and '-', separated by '/', none beginning"
                + " with '.'")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    return new FileArea(root.toAbsolutePath().normalize(), directory, suffix);
  }

  /**
   * The part of this area that belongs to the scope's conversation, or to its tenant where there is
   * none.
   */
  FileArea within(Scope scope) {
    String conversation = scope.conversation();
    String own =
        FileNames.of('t', scope.tenant())
            + "/"
            + (conversation == null ? "n" : FileNames.of('c', conversation));
    return new FileArea(root, join(own), suffix);
  }

  String keyOf(String id) {
    return join(FileNames.of('i', id) + suffix);
  }

  Path path(String key) {
    return root.resolve(key);
  }

  /** The key in a locator, refused unless it names a file of this area. */
  String key(JsonValue locator) {
    JsonNode key = locator.node().path("key");
    String text = key.isString() ? key.stringValue() : "";
    boolean inside = directory.isEmpty() || text.startsWith(directory + "/");
    if (!isKey(text) || !inside || !text.endsWith(suffix)) {
      throw new AdkException(
          AdkErrorCode.E_READER_LOCATOR_INVALID,
          "The locator's key does not name a file of this store; it must be a relative key that the"
              + " store gave out.");
    }
    return text;
  }

  ReaderDescriptor descriptor(String tag, String key) {
    return new ReaderDescriptor(
        tag, JsonValue.of(Json.mapper().createObjectNode().put("key", key)));
  }

  /**
   * Puts the bytes under the key in one step: until they are all on the disk, readers find what was
   * there before.
   */
  FileVersion write(String key, ConduitBytes bytes, ByteSink sink) throws IOException {
    Path target = path(key);
    Files.createDirectories(Objects.requireNonNull(target.getParent()));
    Path temporary = target.resolveSibling(".tmp-" + UUID.randomUUID());
    try {
      try (InputStream in = bytes.open();
          FileChannel out =
              FileChannel.open(
                  temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        byte[] buffer = new byte[64 * 1024];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
          sink.accept(buffer, read);
          for (ByteBuffer rest = ByteBuffer.wrap(buffer, 0, read); rest.hasRemaining(); ) {
            out.write(rest);
          }
        }
        out.force(true);
      }
      FileVersion written = version(temporary);
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return written;
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  boolean exists(String key) {
    return Files.isRegularFile(path(key), LinkOption.NOFOLLOW_LINKS);
  }

  boolean delete(String key) throws IOException {
    return Files.deleteIfExists(path(key));
  }

  InputStream open(String key, long offset) throws IOException {
    SeekableByteChannel channel =
        Files.newByteChannel(path(key), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    try {
      channel.position(offset);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    return Channels.newInputStream(channel);
  }

  long size(String key) throws IOException {
    BasicFileAttributes attributes = attributes(path(key));
    if (!attributes.isRegularFile()) {
      throw new NoSuchFileException(key);
    }
    return attributes.size();
  }

  /** Changes whenever the key is written again. */
  FileVersion version(String key) throws IOException {
    return version(path(key));
  }

  private static FileVersion version(Path file) throws IOException {
    BasicFileAttributes a = attributes(file);
    return new FileVersion(a.size(), a.lastModifiedTime().toString(), String.valueOf(a.fileKey()));
  }

  private static BasicFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private String join(String name) {
    return directory.isEmpty() ? name : directory + "/" + name;
  }

  private static boolean isKey(String text) {
    for (String segment : text.split("/", -1)) {
      if (!SEGMENT.matcher(segment).matches()) {
        return false;
      }
    }
    return true;
  }

  record FileVersion(long size, String modified, String fileKey) {}

  /** Sees the bytes as they are written. */
  interface ByteSink {
    void accept(byte[] buffer, int length);
  }
}
