package dev.adk4j.vector;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reference of a similarity search. Immutable. */
public sealed interface Near {

  /** Vector, copied; not empty, all numbers finite. */
  record Vector(float[] vector) implements Near {

    public Vector {
      vector =
          Vectors.require(
              VectorErrors.required(vector, "vector").clone(), VectorErrors::queryConflict);
    }

    @Override
    public float[] vector() {
      return vector.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Vector that && Arrays.equals(vector, that.vector);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(vector);
    }

    @Override
    public String toString() {
      return "Vector[" + vector.length + " numbers]";
    }
  }

  /**
   * Text. A search rejects a blank one; retrieval finds nothing for it. Reaches only backends that
   * encode text themselves.
   */
  record Text(String text) implements Near {

    public Text {
      VectorErrors.required(text, "text");
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "Text[]";
    }
  }

  /** Id of a stored record whose vector is used. The record itself is among the results. */
  record Id(String id) implements Near {

    public Id {
      if (VectorErrors.required(id, "id").isEmpty()) {
        throw VectorErrors.queryConflict("nearId needs an id.");
      }
    }
  }

  /** Returns the reference for a text. */
  static Near text(String text) {
    return new Text(text);
  }

  /** Returns the reference for a vector. */
  static Near vector(float... vector) {
    return new Vector(vector);
  }
}
