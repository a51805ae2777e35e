package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violation;
import dev.adk4j.error.Violations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads lists of media. */
final class MediaLists {

  private MediaLists() {}

  /** Unmodifiable; empty where the field is absent. */
  static List<Media> of(Checks in, String name, @Nullable Object value) {
    return value == null ? List.of() : in.nested(name, () -> read(value, in.decoding), List.of());
  }

  static List<Media> read(Object value, Decoding decoding) {
    Violations violations = new Violations();
    List<Media> read = new ArrayList<>();
    List<? extends @Nullable Object> given = Untyped.list(value);
    if (given == null) {
      violations.add("$", "type", "must be a list");
      given = List.of();
    }
    for (int i = 0; i < given.size(); i++) {
      String path = Violation.element("$", i);
      try {
        Media media = item(given.get(i), decoding);
        if (media == null) {
          violations.add(path, "type", "must be a Media; JSON needs a SnapshotCodec");
        } else {
          read.add(media);
        }
      } catch (AdkException e) {
        Untyped.note(violations, path, e);
      }
    }
    violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    return List.copyOf(read);
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
    boolean object =
        value instanceof JsonNode node && node.isObject() || value instanceof Map<?, ?>;
    return object && decoding.codec() != null ? Media.read(value, decoding) : null;
  }
}
