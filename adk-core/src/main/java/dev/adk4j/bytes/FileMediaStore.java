package dev.adk4j.bytes;

import dev.adk4j.value.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Keeps binary content as files below a directory. Streams go straight to the disk, a write becomes
 * visible as a whole, and ids may be any text. Its readers survive a restart: they describe
 * themselves by a key relative to the directory, which {@link #resolver()} turns back into a
 * reader. Safe for concurrent use, also by several processes.
 */
public final class FileMediaStore implements ByteStore<MediaReader> {

  /** The tag of its readers' descriptors. */
  public static final String TAG = "media:file";

  private final FileArea area;

  public FileMediaStore(Path root) {
    this(root, "");
  }

  /**
   * @param keyPrefix directories below the root, such as {@code uploads/images}; stores with
   *     different prefixes do not see each other's ids
   */
  public FileMediaStore(Path root, String keyPrefix) {
    this(FileArea.of(root, keyPrefix, ".bin"));
  }

  private FileMediaStore(FileArea area) {
    this.area = area;
  }

  /** The part of this store that holds the conversation's content, and nobody else's. */
  public FileMediaStore forScope(Scope scope) {
    return new FileMediaStore(area.within(scope));
  }

  @Override
  public MediaReader write(String id, ConduitBytes bytes) throws IOException {
    String key = area.keyOf(id);
    area.write(key, bytes, (buffer, length) -> {});
    return new FileMediaReader(area, key);
  }

  @Override
  public Optional<MediaReader> read(String id) {
    String key = area.keyOf(id);
    return area.exists(key) ? Optional.of(new FileMediaReader(area, key)) : Optional.empty();
  }

  @Override
  public boolean delete(String id) throws IOException {
    return area.delete(area.keyOf(id));
  }

  /**
   * Gives readers for the locators of this store, or of this scope's part of it, and refuses all
   * others.
   */
  public MediaReaderResolver resolver() {
    return MediaReaderResolver.of(TAG, locator -> new FileMediaReader(area, area.key(locator)));
  }

  private record FileMediaReader(FileArea area, String key) implements MediaReader {

    @Override
    public InputStream open() throws IOException {
      return area.open(key, 0);
    }

    @Override
    public OptionalLong byteLength() throws IOException {
      return OptionalLong.of(area.size(key));
    }

    @Override
    public Optional<ReaderDescriptor> describe() {
      return Optional.of(area.descriptor(TAG, key));
    }
  }
}
