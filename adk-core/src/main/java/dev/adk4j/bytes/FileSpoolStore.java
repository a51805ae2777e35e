package dev.adk4j.bytes;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps texts as files below a directory. Streams go straight to the disk, a write becomes visible
 * as a whole, and ids may be any text. Its readers survive a restart: they describe themselves by a
 * key relative to the directory, which {@link #resolver()} turns back into a reader. A text of 10
 * MiB or more, or of the threshold given, is never loaded as a whole. Safe for concurrent use, also
 * by several processes.
 *
 * <p>A reader of a large text that is written again fails with an {@link IOException} instead of
 * mixing both.
 */
public final class FileSpoolStore implements SpoolStore, SpoolStoreFactory {

  /** The tag of its readers' descriptors. */
  public static final String TAG = "spool:file";

  private final FileArea area;
  private final long streamThreshold;

  public FileSpoolStore(Path root) {
    this(root, "", StreamSpoolReader.DEFAULT_STREAM_THRESHOLD);
  }

  /**
   * @param keyPrefix directories below the root, such as {@code tools/results}; stores with
   *     different prefixes do not see each other's ids
   * @param streamThreshold bytes from which on a text is not loaded as a whole; 0 for none, {@link
   *     Long#MAX_VALUE} for all
   */
  public FileSpoolStore(Path root, String keyPrefix, long streamThreshold) {
    this(FileArea.of(root, keyPrefix, ".txt"), streamThreshold);
  }

  private FileSpoolStore(FileArea area, long streamThreshold) {
    new Violations()
        .check(streamThreshold >= 0, "$.streamThreshold", "range", "must be 0 or more")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    this.area = area;
    this.streamThreshold = streamThreshold;
  }

  /** The part of this store that holds the conversation's texts, and nobody else's. */
  @Override
  public FileSpoolStore forScope(Scope scope) {
    return new FileSpoolStore(area.within(scope), streamThreshold);
  }

  @Override
  public SpoolReader write(String id, ConduitBytes bytes) throws IOException {
    String key = area.keyOf(id);
    LineIndex index = new LineIndex();
    FileArea.FileVersion written = area.write(key, bytes, index::accept);
    return reader(key, written).index(index).build();
  }

  @Override
  public Optional<SpoolReader> read(String id) throws IOException {
    String key = area.keyOf(id);
    return area.exists(key)
        ? Optional.of(reader(key, null).byteLength(area.size(key)).build())
        : Optional.empty();
  }

  @Override
  public boolean delete(String id) throws IOException {
    return area.delete(area.keyOf(id));
  }

  /**
   * Gives readers for the locators of this store, or of this scope's part of it, and refuses all
   * others.
   */
  public SpoolReaderResolver resolver() {
    return SpoolReaderResolver.of(TAG, locator -> reader(area.key(locator), null).build());
  }

  private StreamSpoolReader.Builder reader(String key, FileArea.@Nullable FileVersion written) {
    return StreamSpoolReader.over(new FileRange(area, key, written))
        .streamThreshold(streamThreshold)
        .descriptor(area.descriptor(TAG, key));
  }
}
