package dev.adk4j.value;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * A type with a display form: the JSON for responses, events, tool results and approvers. It
 * contains no locators and no vendor payloads, so it cannot be restored in full; storage uses
 * {@code SnapshotCodec} instead.
 *
 * <p>Every Jackson mapper writes this form, without a module and regardless of its settings:
 * numbers keep their digits, members their order, and explicit nulls are written.
 */
@JsonSerialize(using = DisplaySerializer.class)
public interface Displayable {

  /** Returns the display form as a tree that the caller may change. */
  JsonNode display();

  /**
   * Returns the display form as maps, lists, texts, numbers, booleans and null. Jackson 2, which
   * does not support Jackson 3's trees, writes this.
   */
  @JsonValue
  default @Nullable Object plainDisplay() {
    return PlainJson.of(display());
  }
}
