package dev.adk4j.benchmarks.retrieval;

import dev.adk4j.vector.VectorEncoder;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the vectors of passages in a file, so that a second run is cheap. Questions are encoded.
 */
final class VectorCache implements VectorEncoder, AutoCloseable {

  private static final int LENGTH = 384;

  /** Bytes of a hash in hexadecimal, with its length before it, and of a vector. */
  private static final int RECORD = 2 + 64 + 4 * LENGTH;

  private final VectorEncoder encoder;
  private final DataOutputStream file;
  private final Map<String, float[]> vectors = new ConcurrentHashMap<>();

  VectorCache(VectorEncoder encoder, Path file) throws IOException {
    this.encoder = encoder;
    if (Files.exists(file)) {
      read(file);
    }
    this.file =
        new DataOutputStream(
            new BufferedOutputStream(
                Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)));
  }

  private void read(Path from) throws IOException {
    try (FileChannel channel = FileChannel.open(from, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() / RECORD * RECORD); // a killed run leaves an incomplete one
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(from)))) {
      for (long records = Files.size(from) / RECORD; records > 0; records--) {
        String key = in.readUTF();
        float[] vector = new float[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
          vector[i] = in.readFloat();
        }
        vectors.put(key, vector);
      }
    }
  }

  @Override
  public List<float[]> encode(List<String> texts, EncodeKind kind) {
    return kind == EncodeKind.QUERY
        ? encoder.encode(texts, kind)
        : texts.stream().map(this::passage).toList();
  }

  private float[] passage(String text) {
    return vectors.computeIfAbsent(
        key(text),
        key -> {
          float[] vector = encoder.encode(List.of(text), EncodeKind.DOCUMENT).getFirst();
          write(key, vector);
          return vector;
        });
  }

  private synchronized void write(String key, float[] vector) {
    try {
      file.writeUTF(key);
      for (float each : vector) {
        file.writeFloat(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String key(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
