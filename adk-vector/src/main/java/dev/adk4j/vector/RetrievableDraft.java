package dev.adk4j.vector;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.token.Tokenizable;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A retrievable without its trust tier, so that what is stored can never set it. Checked when the
 * tier is added.
 */
public final class RetrievableDraft {

  private final Map<String, Object> values = new LinkedHashMap<>();

  public RetrievableDraft id(String id) {
    return put("id", id);
  }

  public RetrievableDraft content(String content) {
    return put("content", content);
  }

  public RetrievableDraft content(Tokenizable content) {
    return put("content", content);
  }

  public RetrievableDraft content(SpooledArtifact content) {
    return put("content", content);
  }

  public RetrievableDraft source(String source) {
    return put("source", source);
  }

  public RetrievableDraft kind(String kind) {
    return put("kind", kind);
  }

  /** From 0 to 1. */
  public RetrievableDraft score(double score) {
    return put("score", score);
  }

  public RetrievableDraft inline(boolean inline) {
    return put("inline", inline);
  }

  /** The id of a registered artifact type. */
  public RetrievableDraft artifactConstructor(String artifactConstructor) {
    return put("artifactConstructor", artifactConstructor);
  }

  public RetrievableDraft createdAt(Instant createdAt) {
    return put("createdAt", createdAt);
  }

  public RetrievableDraft updatedAt(Instant updatedAt) {
    return put("updatedAt", updatedAt);
  }

  /** An instant as stored: ISO-8601 text, or milliseconds since 1970. */
  RetrievableDraft put(String name, Object value) {
    values.put(name, value);
    return this;
  }

  Retrievable withTier(TrustTier tier) {
    Map<String, Object> all = new LinkedHashMap<>(values);
    all.put("trustTier", tier);
    return Retrievable.fromMap(all);
  }
}
