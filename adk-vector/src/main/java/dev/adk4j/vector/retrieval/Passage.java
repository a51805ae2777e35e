package dev.adk4j.vector.retrieval;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.Explanation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Piece of a text that a {@link Retriever} found. Immutable.
 *
 * @param id unique among the retriever's passages, and the same for each search
 * @param text not empty
 * @param titlePath the headings above the text, outermost first; may be empty
 * @param source name of the text that contains it, such as {@code guides/returns.md}
 * @param location place in the source as the fragment of a link, such as {@code opening-hours}; may
 *     be empty
 * @param score from 0 to 1, higher is better; null if the retriever has none
 * @param trustTier trust in the text, without a default
 * @param explanation reason for the score of a search by vector and words; null for others
 * @since 0.1.0
 */
public record Passage(
    String id,
    String text,
    List<String> titlePath,
    String source,
    String location,
    @Nullable Double score,
    TrustTier trustTier,
    @Nullable Explanation explanation) {

  static final String BETWEEN_TITLES = " › ";

  public Passage {
    titlePath = List.copyOf(titlePath);
    double value = score == null ? 0 : score;
    new Violations()
        .requiredText(id, "$.id")
        .requiredText(text, "$.text")
        .requiredText(source, "$.source")
        .required(location, "$.location")
        .check(value >= 0 && value <= 1, "$.score", "range", "must be from 0 to 1")
        .required(trustTier, "$.trustTier")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** Creates a passage without an explanation. */
  public Passage(
      String id,
      String text,
      List<String> titlePath,
      String source,
      String location,
      @Nullable Double score,
      TrustTier trustTier) {
    this(id, text, titlePath, source, location, score, trustTier, null);
  }

  /** Returns a passage without title, location and score. */
  public static Passage of(String id, String text, String source, TrustTier trustTier) {
    return new Passage(id, text, List.of(), source, "", null, trustTier);
  }

  /** Returns this passage with a score. */
  public Passage withScore(double score) {
    return new Passage(id, text, titlePath, source, location, score, trustTier, explanation);
  }

  /** Returns the headings in one line; empty without any. */
  String title() {
    return String.join(BETWEEN_TITLES, titlePath);
  }

  /** Returns the text below its headings, for the comparison with a question. */
  String document() {
    return head(titlePath) + text;
  }

  /** Returns the part of a document that precedes the text. */
  static String head(List<String> titlePath) {
    return titlePath.isEmpty() ? "" : String.join(BETWEEN_TITLES, titlePath) + "\n\n";
  }

  /** Returns source and location as one reference. */
  String cited() {
    return location.isEmpty() ? source : source + "#" + location;
  }

  Retrievable toRetrievable(Instant now, String cited) {
    Retrievable.Builder made =
        Retrievable.builder()
            .id(id)
            .content(text)
            .trustTier(trustTier)
            .source(cited)
            .kind(title().isBlank() ? null : title())
            .createdAt(now)
            .updatedAt(now);
    if (score != null) {
      made.score(score);
    }
    return made.build();
  }

  /** Returns id and tier; omits the content. */
  @Override
  public String toString() {
    return "Passage[" + id + ", " + trustTier.wire() + "]";
  }
}
