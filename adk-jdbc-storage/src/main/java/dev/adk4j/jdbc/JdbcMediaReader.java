package dev.adk4j.jdbc;

import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.ReaderDescriptor;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads stored media bytes. */
record JdbcMediaReader(BlobHandle handle) implements MediaReader {

  static final String TAG = "media:jpa";

  @Override
  public InputStream open() {
    return new BlobInputStream(handle.statements(), handle.blob());
  }

  @Override
  public OptionalLong byteLength() {
    return OptionalLong.of(handle.blob().byteLength());
  }

  @Override
  public Optional<ReaderDescriptor> describe() {
    return Optional.of(handle.describe(TAG));
  }
}
