package dev.adk4j.test.vector;

import dev.adk4j.vector.VectorEncoder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Encoder without a model: the length of the text, 1 for a text with "cat", 1 for a text with
 * "dog", then zeros. Ignores the kind. Records its calls. Thread-safe.
 *
 * @since 0.1.0
 */
public final class StubEncoder implements VectorEncoder {

  /** Recorded call. */
  public record Call(List<String> texts, VectorEncoder.EncodeKind kind) {}

  private final int dimensions;
  private final List<Call> calls = new CopyOnWriteArrayList<>();

  /** Creates an encoder with three dimensions. */
  public StubEncoder() {
    this(3);
  }

  /**
   * @param dimensions at least 3
   */
  public StubEncoder(int dimensions) {
    if (dimensions < 3) {
      throw new IllegalArgumentException("The stub encoder needs at least 3 dimensions.");
    }
    this.dimensions = dimensions;
  }

  @Override
  public List<float[]> encode(List<String> texts, VectorEncoder.EncodeKind kind) {
    calls.add(new Call(List.copyOf(texts), kind));
    return texts.stream().map(this::vector).toList();
  }

  private float[] vector(String text) {
    float[] vector = new float[dimensions];
    vector[0] = text.length();
    vector[1] = text.contains("cat") ? 1 : 0;
    vector[2] = text.contains("dog") ? 1 : 0;
    return vector;
  }

  /** Returns the calls in order. */
  public List<Call> calls() {
    return List.copyOf(calls);
  }
}
