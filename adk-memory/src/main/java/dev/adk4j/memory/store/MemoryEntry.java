package dev.adk4j.memory.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.memory.internal.Metadata;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Result of a search. Immutable.
 *
 * @param content may be blank
 * @param storeName set by the manager, which ignores the store's value
 * @param metadata JSON values, empty for none
 * @param id the store's own id; may be null
 * @param relevance on the store's {@link MemoryStore.RelevanceScale}; null and values that are not
 *     finite count as unknown
 */
public record MemoryEntry(
    String content,
    @Nullable String storeName,
    Map<String, @Nullable Object> metadata,
    @Nullable String id,
    @Nullable Double relevance,
    @Nullable Instant createdAt,
    @Nullable Instant updatedAt) {

  public MemoryEntry {
    Violations violations = new Violations().required(content, "$.content");
    metadata = Metadata.copy(metadata, "$.metadata", violations);
    violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** Returns an entry with content only. */
  public static MemoryEntry of(String content) {
    return builder(content).build();
  }

  public static Builder builder(String content) {
    return new Builder(content);
  }

  public Builder toBuilder() {
    return new Builder(content)
        .storeName(storeName)
        .metadata(metadata)
        .id(id)
        .relevance(relevance)
        .createdAt(createdAt)
        .updatedAt(updatedAt);
  }

  /** Shows store and id, no content. */
  @Override
  public String toString() {
    return "MemoryEntry[" + storeName + ", " + id + "]";
  }

  /** Builds a {@link MemoryEntry}. Not thread-safe. */
  public static final class Builder {

    private final String content;
    private @Nullable String storeName;
    private Map<String, ? extends @Nullable Object> metadata = Map.of();
    private @Nullable String id;
    private @Nullable Double relevance;
    private @Nullable Instant createdAt;
    private @Nullable Instant updatedAt;

    private Builder(String content) {
      this.content = content;
    }

    public Builder storeName(@Nullable String storeName) {
      this.storeName = storeName;
      return this;
    }

    public Builder metadata(Map<String, ? extends @Nullable Object> metadata) {
      this.metadata = metadata;
      return this;
    }

    public Builder id(@Nullable String id) {
      this.id = id;
      return this;
    }

    public Builder relevance(@Nullable Double relevance) {
      this.relevance = relevance;
      return this;
    }

    public Builder createdAt(@Nullable Instant createdAt) {
      this.createdAt = createdAt;
      return this;
    }

    public Builder updatedAt(@Nullable Instant updatedAt) {
      this.updatedAt = updatedAt;
      return this;
    }

    /** Throws {@code VALIDATION_EXCEPTION} with all violations. */
    @SuppressWarnings("unchecked") // only read, and copied
    public MemoryEntry build() {
      return new MemoryEntry(
          content,
          storeName,
          (Map<String, @Nullable Object>) metadata,
          id,
          relevance,
          createdAt,
          updatedAt);
    }
  }
}
