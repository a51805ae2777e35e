package dev.adk4j.memory.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import org.jspecify.annotations.Nullable;

/**
 * What a store says of itself, as its builder was told. Immutable.
 *
 * @param name unique within a manager
 * @param description tells the model what lies there; null for a store that is not named to it
 * @param maxSearchResults how many entries a search gives where its caller does not say, at least
 *     1; null for the store's own default
 * @param writable whether anything is ever written
 * @param extraction how conversations are written there by themselves; null for not at all
 */
public record StoreProfile(
    String name,
    @Nullable String description,
    @Nullable Integer maxSearchResults,
    boolean writable,
    @Nullable ExtractionConfig extraction) {

  /** {@code VALIDATION_EXCEPTION} naming everything that is wrong. */
  public StoreProfile {
    check(new Violations(), name, maxSearchResults).throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  private static Violations check(
      Violations violations, @Nullable String name, @Nullable Integer maxSearchResults) {
    return violations
        .required(name, "$.name")
        .check(name == null || !name.isBlank(), "$.name", "blank", "must not be blank")
        .check(
            maxSearchResults == null || maxSearchResults >= 1,
            "$.maxSearchResults",
            "range",
            "must be at least 1, was " + maxSearchResults);
  }

  /** The part of a store's builder that all stores have. Not thread-safe. */
  public abstract static class Builder<B extends Builder<B>> {

    private final String name;
    private @Nullable String description;
    private @Nullable Integer maxSearchResults;
    private boolean writable = true;
    private @Nullable ExtractionConfig extraction;

    protected Builder(String name) {
      this.name = name;
    }

    protected abstract B self();

    /** Tells the model what lies here. */
    public B description(@Nullable String description) {
      this.description = description;
      return self();
    }

    /** How many entries a search gives where its caller does not say; at least 1. */
    public B maxSearchResults(@Nullable Integer maxSearchResults) {
      this.maxSearchResults = maxSearchResults;
      return self();
    }

    /** True by default. */
    public B writable(boolean writable) {
      this.writable = writable;
      return self();
    }

    /** How conversations are written here by themselves; off by default. */
    public B extraction(@Nullable ExtractionConfig extraction) {
      this.extraction = extraction;
      return self();
    }

    /** Begins the list of what is wrong with what was told. */
    protected final Violations check() {
      return StoreProfile.check(new Violations(), name, maxSearchResults);
    }

    /** What was told, checked. */
    final StoreProfile profile() {
      return new StoreProfile(name, description, maxSearchResults, writable, extraction);
    }
  }
}
