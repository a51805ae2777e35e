package dev.adk4j.bytes;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.JsonValue;

/**
 * The location of a reader's bytes in a form that can be stored: never a live connection.
 *
 * @param tag names the resolver; begins with {@code media:} or {@code spool:}
 * @param locator the resolver's data to find the bytes
 */
@NoJsonForm
public record ReaderDescriptor(String tag, JsonValue locator) {

  public static final String MEDIA = "media:";
  public static final String SPOOL = "spool:";

  public ReaderDescriptor {
    Violations violations =
        new Violations().requiredText(tag, "$.tag").required(locator, "$.locator");
    if (violations.isEmpty() && !tag.startsWith(MEDIA) && !tag.startsWith(SPOOL)) {
      violations.add("$.tag", "pattern", "must begin with media: or spool:");
    }
    violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "ReaderDescriptor[" + tag + "]";
  }
}
