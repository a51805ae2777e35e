package dev.adk4j.vector;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a turn's retrieval looks for. */
public sealed interface RetrievalQuery {

  /** A text; a blank one finds nothing, without asking the store. */
  record Text(String text) implements RetrievalQuery {
    /** Never the content. */
    @Override
    public String toString() {
      return "Text[]";
    }
  }

  /** A vector; an empty one is {@code E_VECTOR_STORE_QUERY_CONFLICT} when it is searched with. */
  record Vector(float[] vector) implements RetrievalQuery {

    public Vector {
      vector = vector.clone();
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
  }

  /** Nothing: the store is not asked. */
  record None() implements RetrievalQuery {}

  static RetrievalQuery text(String text) {
    return new Text(text);
  }

  static RetrievalQuery vector(float... vector) {
    return new Vector(vector);
  }

  static RetrievalQuery none() {
    return new None();
  }
}
