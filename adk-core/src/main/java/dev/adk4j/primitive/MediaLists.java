package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads lists of media. */
final class MediaLists {

  private MediaLists() {}

  /** Returns an unmodifiable list; empty if the field is absent. */
  static List<Media> of(Checks in, String name, @Nullable Object value) {
    return value == null ? List.of() : in.nested(name, () -> read(value, in.decoding), List.of());
  }

  static List<Media> read(Object value, Decoding decoding) {
    return Untyped.items(value, decoding, MediaLists::item, AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** Returns copies with their own stashes of the current entries. */
  static List<Media> copies(List<Media> media) {
    return media.isEmpty()
        ? List.of()
        : media.stream().map(one -> one.toBuilder().build()).toList();
  }

  /** Returns null for a value that is not a media. */
  static @Nullable Media item(@Nullable Object value, Decoding decoding) {
    if (value instanceof Media media) {
      return media;
    }
    return Untyped.isObject(value) && decoding.codec() != null ? Media.read(value, decoding) : null;
  }
}
