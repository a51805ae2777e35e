package dev.adk4j.bytes;

import dev.adk4j.value.JsonValue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns the locators of one tag back into live readers; holds the connection, directory or client
 * they need.
 */
public interface SpoolReaderResolver {

  /** The tag it is for; begins with {@code spool:}. */
  String tag();

  /**
   * A reader for the locator. Does no I/O: the first access of the reader does. A locator it does
   * not accept is {@code E_READER_LOCATOR_INVALID}; null is reported as {@code
   * E_NOT_A_SPOOL_READER}.
   */
  @Nullable SpoolReader resolve(JsonValue locator);

  /** Returns a resolver for the tag that calls the function. */
  static SpoolReaderResolver of(String tag, Function<JsonValue, @Nullable SpoolReader> resolve) {
    return new SpoolReaderResolver() {
      @Override
      public String tag() {
        return tag;
      }

      @Override
      public @Nullable SpoolReader resolve(JsonValue locator) {
        return resolve.apply(locator);
      }
    };
  }
}
