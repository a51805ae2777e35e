package dev.adk4j.vector;

import dev.adk4j.primitive.Retrievable;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A retrievable as a record and back. The tier is written for whoever reads the store, and never
 * read here.
 */
final class StoredRetrievable {

  /**
   * Fixed width, so that the order of the texts is the order in time, and no other date format is
   * mistaken for it.
   */
  private static final DateTimeFormatter UTC_MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private StoredRetrievable() {}

  static VectorRecord record(Retrievable retrievable) throws IOException {
    VectorRecord.Builder record =
        VectorRecord.builder(retrievable.id())
            .document(retrievable.contentString())
            .metadata("trustTier", retrievable.trustTier().wire())
            .metadata("createdAt", text(retrievable.createdAt()))
            .metadata("updatedAt", text(retrievable.updatedAt()));
    retrievable.source().ifPresent(source -> record.metadata("source", source));
    retrievable.kind().ifPresent(kind -> record.metadata("kind", kind));
    return record.build();
  }

  static String text(Instant instant) {
    return UTC_MILLIS.format(instant);
  }

  /** Null where the match has nothing to show. */
  static @Nullable RetrievableDraft draft(VectorMatch match, InstantSource clock) {
    Map<String, @Nullable Object> metadata = match.metadata().orElse(Map.of());
    String content =
        match.document().filter(d -> !d.isEmpty()).orElseGet(() -> text(metadata.get("content")));
    if (content.isEmpty()) {
      return null;
    }
    Instant now = clock.instant();
    RetrievableDraft draft =
        new RetrievableDraft()
            .id(match.id().orElseGet(() -> text(metadata.get("id"))))
            .content(content);
    if (metadata.get("source") instanceof String source) {
      draft.source(source);
    }
    if (metadata.get("kind") instanceof String kind) {
      draft.kind(kind);
    }
    match.score().ifPresent(draft::score);
    return draft
        .put("createdAt", orElse(metadata.get("createdAt"), now))
        .put("updatedAt", orElse(metadata.get("updatedAt"), now));
  }

  private static String text(@Nullable Object value) {
    return value == null
        ? ""
        : value instanceof Number number ? VectorNumbers.text(number) : value.toString();
  }

  private static Object orElse(@Nullable Object value, Object other) {
    return value == null ? other : value;
  }
}
