package dev.adk4j.sample.library;

import dev.adk4j.vector.VectorEncoder;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the vectors of passages in a file, so that a restart does not encode them again. A file
 * that cannot be read is as good as none: it is written anew. Thread-safe.
 */
final class KeptVectors implements VectorEncoder {

  private static final Logger log = LoggerFactory.getLogger(KeptVectors.class);
  private static final int VERSION = 1;

  private final VectorEncoder encoder;
  private final int dimensions;
  private final @Nullable Path file;
  private final Map<String, float[]> kept = new ConcurrentHashMap<>();
  private final Map<String, float[]> used = new ConcurrentHashMap<>();

  KeptVectors(VectorEncoder encoder, int dimensions, @Nullable Path file) {
    this.encoder = encoder;
    this.dimensions = dimensions;
    this.file = file;
    if (file != null && Files.isReadable(file)) {
      read(file);
    }
  }

  @Override
  public List<float[]> encode(List<String> texts, VectorEncoder.EncodeKind kind) {
    if (kind == VectorEncoder.EncodeKind.QUERY) {
      return encoder.encode(texts, kind);
    }
    return texts.stream().map(this::passage).toList();
  }

  private float[] passage(String text) {
    String key = key(text);
    float[] known = kept.get(key);
    float[] vector =
        known == null
            ? encoder.encode(List.of(text), VectorEncoder.EncodeKind.DOCUMENT).getFirst()
            : known;
    used.put(key, vector);
    return vector;
  }

  /** Writes what was encoded or used since the start, where that differs from what is there. */
  void keep() {
    if (file == null || used.keySet().equals(kept.keySet())) {
      return;
    }
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Path next = Files.createTempFile(file.toAbsolutePath().getParent(), "vectors", ".tmp");
      try (DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(next)))) {
        out.writeInt(VERSION);
        out.writeInt(used.size());
        for (Map.Entry<String, float[]> entry : used.entrySet()) {
          out.writeUTF(entry.getKey());
          for (float number : entry.getValue()) {
            out.writeFloat(number);
          }
        }
      }
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      log.warn("The vectors of the documentation are not kept; the next start encodes again.", e);
    }
  }

  private void read(Path from) {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(from)))) {
      int entries = in.readInt() == VERSION ? in.readInt() : 0;
      for (int i = 0; i < entries; i++) {
        String key = in.readUTF();
        float[] vector = new float[dimensions];
        for (int n = 0; n < dimensions; n++) {
          vector[n] = in.readFloat();
        }
        kept.put(key, vector);
      }
    } catch (IOException e) {
      kept.clear();
      log.warn("The kept vectors cannot be read; the documentation is encoded again.", e);
    }
  }

  private static String key(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
