package dev.adk4j.vector;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a similarity search compares with. */
public sealed interface Near {

  /** A vector; copied, never empty, all numbers finite. */
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

  /** A text that is not blank. Reaches only backends that encode it themselves. */
  record Text(String text) implements Near {

    public Text {
      if (VectorErrors.required(text, "text").isBlank()) {
        throw VectorErrors.queryConflict("Nothing is near to a blank text.");
      }
    }

    /** Never the content. */
    @Override
    public String toString() {
      return "Text[]";
    }
  }

  /** The vector stored under that id; the record itself is among the results. */
  record Id(String id) implements Near {

    public Id {
      if (VectorErrors.required(id, "id").isEmpty()) {
        throw VectorErrors.queryConflict("nearId needs an id.");
      }
    }
  }
}
