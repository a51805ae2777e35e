package dev.adk4j.vector.retrieval;

import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.value.JsonValue;
import dev.adk4j.vector.FilterEvaluator;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorRecord;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Converts a retrievable to a record and back. Writes the tier, but never reads it. */
final class StoredRetrievable {

  /** Fixed width, so that texts sort like their instants. */
  private static final DateTimeFormatter UTC_MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private StoredRetrievable() {}

  static VectorRecord record(Retrievable retrievable) throws IOException {
    VectorRecord.Builder record =
        VectorRecord.builder(retrievable.id())
            .document(retrievable.contentString())
            .metadata("trustTier", retrievable.trustTier().wire())
            .metadata("createdAt", UTC_MILLIS.format(retrievable.createdAt()))
            .metadata("updatedAt", UTC_MILLIS.format(retrievable.updatedAt()));
    retrievable.source().ifPresent(source -> record.metadata("source", source));
    retrievable.kind().ifPresent(kind -> record.metadata("kind", kind));
    return record.build();
  }

  /** Returns the retrievable of a match; empty if the match has no content. */
  static Optional<Retrievable> read(
      VectorMatch match, Function<? super VectorMatch, TrustTier> tier, InstantSource clock) {
    Map<String, @Nullable Object> metadata = match.metadata().orElse(Map.of());
    String content =
        match.document().filter(d -> !d.isEmpty()).orElseGet(() -> text(metadata.get("content")));
    if (content.isEmpty()) {
      return Optional.empty();
    }
    Instant now = clock.instant();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("id", match.id().orElseGet(() -> text(metadata.get("id"))));
    values.put("content", content);
    values.put("trustTier", tier.apply(match));
    for (String name : new String[] {"source", "kind"}) {
      if (metadata.get(name) instanceof String text) {
        values.put(name, text);
      }
    }
    match.score().ifPresent(score -> values.put("score", score));
    for (String name : new String[] {"createdAt", "updatedAt"}) {
      Object stored = metadata.get(name);
      values.put(name, stored == null ? now : stored);
    }
    return Optional.of(Retrievable.fromMap(values));
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : FilterEvaluator.textOf(JsonValue.of(value).node());
  }
}
