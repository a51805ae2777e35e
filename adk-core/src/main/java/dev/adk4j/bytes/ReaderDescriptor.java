package dev.adk4j.bytes;

import dev.adk4j.value.JsonValue;

/**
 * Where a reader's bytes are, in a form that can be stored: never the bytes' live connection.
 *
 * @param tag names the resolver; begins with {@code media:} or {@code spool:}
 * @param locator what the resolver needs to find the bytes
 */
public record ReaderDescriptor(String tag, JsonValue locator) {}
