package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads lists of media. */
final class MediaLists {

  private MediaLists() {}

  /** Unmodifiable; empty where the field is absent. */
  static List<Media> of(Checks in, String name, @Nullable Object value) {
    return value == null ? List.of() : in.nested(name, () -> read(value, in.decoding), List.of());
  }

  static List<Media> read(Object value, Decoding decoding) {
    return Untyped.items(value, decoding, MediaLists::item, AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** With stashes of their own, as they are now. */
  static List<Media> copies(List<Media> media) {
    return media.isEmpty()
        ? List.of()
        : media.stream().map(one -> one.toBuilder().build()).toList();
  }

  /** Null for what is no media. */
  static @Nullable Media item(@Nullable Object value, Decoding decoding) {
    if (value instanceof Media media) {
      return media;
    }
    return Untyped.isObject(value) && decoding.codec() != null ? Media.read(value, decoding) : null;
  }
}
