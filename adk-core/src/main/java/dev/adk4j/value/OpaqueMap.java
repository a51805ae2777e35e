package dev.adk4j.value;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A copied map with keys that are not all text, marked to avoid checking them again. */
final class OpaqueMap extends LinkedHashMap<@Nullable Object, @Nullable Object> {

  private static final long serialVersionUID = 1L;

  OpaqueMap(Map<@Nullable Object, @Nullable Object> entries) {
    super(entries);
  }
}
