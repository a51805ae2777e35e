package dev.adk4j.value;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * A type with a display form: the JSON that responses, events, tool results and approvers get. It
 * holds no locators and no vendor payloads, so it cannot be read back in full; storage uses {@code
 * SnapshotCodec} instead.
 *
 * <p>Every Jackson mapper writes this form, without a module and whatever its settings: numbers
 * keep their digits, members their order, explicit nulls stay.
 */
@JsonSerialize(using = DisplaySerializer.class)
public interface Displayable {

  /** Returns the display form. The caller may change the tree. */
  JsonNode display();

  /**
   * Returns the display form as maps, lists, texts, numbers, booleans and null. This is what
   * Jackson 2 writes, which does not know Jackson 3's trees.
   */
  @JsonValue
  default @Nullable Object plainDisplay() {
    return PlainJson.of(display());
  }
}
