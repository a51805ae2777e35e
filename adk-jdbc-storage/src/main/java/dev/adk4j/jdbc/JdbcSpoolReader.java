package dev.adk4j.jdbc;

import dev.adk4j.bytes.LineCursor;
import dev.adk4j.bytes.ReaderDescriptor;
import dev.adk4j.bytes.SpoolReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Reads stored text. Reading lines in order reads each chunk once. */
final class JdbcSpoolReader implements SpoolReader {

  static final String TAG = "spool:jpa";

  private final BlobHandle handle;

  /** Cursor after the last {@link #line}; used by one thread at a time. */
  private final AtomicReference<@Nullable BlobLines> idle = new AtomicReference<>();

  JdbcSpoolReader(BlobHandle handle) {
    this.handle = handle;
  }

  @Override
  public Optional<String> line(long index) throws IOException {
    Blob blob = handle.blob();
    if (index < 0 || index >= blob.lineCount()) {
      return Optional.empty();
    }
    BlobLines lines = idle.getAndSet(null);
    if (lines == null || !lines.moveTo(index)) {
      lines = BlobLines.at(handle.statements(), blob, index);
    }
    String line = lines.next();
    idle.set(lines);
    return Optional.ofNullable(line);
  }

  @Override
  public LineCursor lines(long from) throws IOException {
    Blob blob = handle.blob();
    return BlobLines.at(handle.statements(), blob, Math.max(0, from));
  }

  @Override
  public long byteLength() {
    return handle.blob().byteLength();
  }

  @Override
  public long lineCount() {
    return handle.blob().lineCount();
  }

  @Override
  public String readAll() throws IOException {
    try (InputStream in = stream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public Reader open() {
    return new BufferedReader(new InputStreamReader(stream(), StandardCharsets.UTF_8));
  }

  @Override
  public Optional<ReaderDescriptor> describe() {
    return Optional.of(handle.describe(TAG));
  }

  BlobHandle handle() {
    return handle;
  }

  private InputStream stream() {
    return new BlobInputStream(handle.statements(), handle.blob());
  }
}
