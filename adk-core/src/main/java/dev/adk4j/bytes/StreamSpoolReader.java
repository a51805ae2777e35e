package dev.adk4j.bytes;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.HeapShare;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines of text over any bytes that can be read again: the reader for a custom store. Below
 * the stream threshold the first access loads the bytes once; at or above it the first access that
 * needs lines scans once for a sparse line index and every access reads only what it needs. Lines,
 * counts and text are the same in both modes. Construction does no I/O. Thread-safe.
 *
 * <p>The bytes must not change during the reader's life: a source that detects a change should
 * throw an {@link IOException} instead of returning other bytes.
 */
public sealed class StreamSpoolReader implements SpoolReader permits InMemorySpoolReader {

  /** 10 MiB, or a 64th of the heap if that is less. */
  public static final long DEFAULT_STREAM_THRESHOLD = HeapShare.of(64, 10L * 1024 * 1024);

  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private final Source source;
  private final long streamThreshold;
  private final long knownBytes;
  private final @Nullable ReaderDescriptor descriptor;
  private final ReentrantLock loading = new ReentrantLock();
  private volatile @Nullable Loaded loaded;
  private volatile Position next = new Position(0, 0);

  StreamSpoolReader(Builder builder) {
    this.source = builder.source;
    this.streamThreshold = builder.streamThreshold;
    this.knownBytes = builder.byteLength;
    this.descriptor = builder.descriptor;
  }

  public static Builder over(Source source) {
    return new Builder(source);
  }

  @Override
  public Optional<String> line(long index) throws IOException {
    if (index < 0) {
      return Optional.empty();
    }
    Loaded text = loaded();
    if (index >= text.index.lineCount()) {
      return Optional.empty();
    }
    try (ByteLineCursor cursor = seek(text, index)) {
      String line = cursor.next();
      next = new Position(index + 1, cursor.offset());
      return Optional.ofNullable(line);
    }
  }

  @Override
  public LineCursor lines(long from) throws IOException {
    if (from <= 0 && streamsUnscanned()) {
      return new ByteLineCursor(source.open(0), 0, false);
    }
    Loaded text = loaded();
    return from < text.index.lineCount()
        ? seek(text, Math.max(0, from))
        : new ByteLineCursor(InputStream.nullInputStream(), 0, false);
  }

  @Override
  public long byteLength() throws IOException {
    return knownBytes >= 0 ? knownBytes : loaded().index.byteLength();
  }

  @Override
  public long lineCount() throws IOException {
    return loaded().index.lineCount();
  }

  @Override
  public String readAll() throws IOException {
    Loaded text = streamsUnscanned() ? null : loaded();
    if (text != null && text.bytes != null) {
      return new String(text.bytes, StandardCharsets.UTF_8);
    }
    try (InputStream in = source.open(0)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public Reader open() throws IOException {
    Source from = streamsUnscanned() ? source : loaded().source;
    return new BufferedReader(new InputStreamReader(from.open(0), StandardCharsets.UTF_8));
  }

  @Override
  public Optional<ReaderDescriptor> describe() {
    return Optional.ofNullable(descriptor);
  }

  /** Returns true if one pass over the source is cheaper than scanning it first. */
  private boolean streamsUnscanned() {
    return loaded == null && knownStreaming();
  }

  private boolean knownStreaming() {
    return streamThreshold == 0 || knownBytes >= Math.min(streamThreshold, MAX_ARRAY);
  }

  private ByteLineCursor seek(Loaded text, long line) throws IOException {
    long from = text.index.knownLine(line);
    long offset = text.index.startOf(from);
    Position hint = next;
    if (hint.line <= line && hint.line > from) {
      from = hint.line;
      offset = hint.offset;
    }
    ByteLineCursor cursor = new ByteLineCursor(text.source.open(offset), offset, from > 0);
    try {
      for (; from < line; from++) {
        cursor.skip();
      }
      return cursor;
    } catch (IOException | RuntimeException e) {
      cursor.close();
      throw e;
    }
  }

  private Loaded loaded() throws IOException {
    Loaded current = loaded;
    if (current != null) {
      return current;
    }
    loading.lock();
    try {
      current = loaded;
      if (current == null) {
        current = load();
        loaded = current;
      }
      return current;
    } finally {
      loading.unlock();
    }
  }

  private Loaded load() throws IOException {
    if (!knownStreaming()) {
      int limit = (int) Math.min(streamThreshold, MAX_ARRAY);
      try (InputStream in = source.open(0)) {
        byte[] bytes = in.readNBytes(limit);
        if (bytes.length < limit) {
          LineIndex index = new LineIndex();
          index.accept(bytes, bytes.length);
          return new Loaded(Source.of(bytes), checked(index), bytes);
        }
      }
    }
    try (InputStream in = source.open(0)) {
      return new Loaded(source, checked(LineIndex.scan(in)), null);
    }
  }

  private LineIndex checked(LineIndex index) throws IOException {
    if (knownBytes >= 0 && knownBytes != index.byteLength()) {
      throw new IOException(
          "The stored text has %s bytes instead of the %s written."
              .formatted(index.byteLength(), knownBytes));
    }
    return index;
  }

  @SuppressWarnings("ArrayRecordComponent")
  private record Loaded(Source source, LineIndex index, byte @Nullable [] bytes) {}

  private record Position(long line, long offset) {}

  /**
   * Opens bytes at any position: a file, a chunked database row, an object in a bucket.
   * Thread-safe; every stream is independent.
   */
  @FunctionalInterface
  public interface Source {

    /**
     * Opens a new stream from the byte at {@code offset} to the end; the caller closes it. At or
     * past the end the stream is empty.
     */
    InputStream open(long offset) throws IOException;

    /** Returns a source of an array's bytes, which is not copied and must not be changed. */
    static Source of(byte[] bytes) {
      return offset -> {
        int from = (int) Math.min(offset, bytes.length);
        return new ByteArrayInputStream(bytes, from, bytes.length - from);
      };
    }
  }

  /** Sets known facts about the text; all are optional. */
  public static final class Builder {

    private final Source source;
    private long streamThreshold = DEFAULT_STREAM_THRESHOLD;
    private long byteLength = -1;
    private @Nullable ReaderDescriptor descriptor;

    private Builder(Source source) {
      this.source = source;
    }

    /**
     * Sets the size in bytes from which the text is streamed; 0 always streams, {@link
     * Long#MAX_VALUE} never if an array can hold it.
     */
    public Builder streamThreshold(long bytes) {
      this.streamThreshold = bytes;
      return this;
    }

    /** Sets the number of bytes; {@link StreamSpoolReader#byteLength()} then does no I/O. */
    public Builder byteLength(long bytes) {
      this.byteLength = bytes;
      return this;
    }

    public Builder descriptor(@Nullable ReaderDescriptor descriptor) {
      this.descriptor = descriptor;
      return this;
    }

    public StreamSpoolReader build() {
      new Violations()
          .required(source, "$.source")
          .check(streamThreshold >= 0, "$.streamThreshold", "range", "must be 0 or more")
          .check(byteLength >= -1, "$.byteLength", "range", "must be 0 or more")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      return new StreamSpoolReader(this);
    }
  }
}
