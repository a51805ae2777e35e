package dev.adk4j.value;

import com.github.f4b6a3.uuid.factory.standard.TimeOrderedFactory;
import com.github.f4b6a3.uuid.util.UuidUtil;
import java.time.Instant;
import java.util.UUID;

/** Generates ids that sort by creation time. Thread-safe. */
public final class Ids {

  /** The library's facade would also load the factories of all other versions. */
  private static final TimeOrderedFactory FACTORY = new TimeOrderedFactory();

  private Ids() {}

  /** Returns a new UUID version 6 (RFC 9562), in lower case. */
  public static String next() {
    return FACTORY.create().toString();
  }

  /**
   * Returns the creation time in an id of {@link #next}, in steps of 100 nanoseconds.
   *
   * @throws IllegalArgumentException if the text is not a UUID with a time
   */
  public static Instant createdAt(String id) {
    return UuidUtil.getInstant(UUID.fromString(id));
  }
}
