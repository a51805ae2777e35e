package dev.adk4j.memory.internal.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.memory.internal.MemoryErrors;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.MutableMemoryStore;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.memory.store.StoreExtractionSettings;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Base class of this project's stores: implements the declarative methods from its builder. */
public abstract class AbstractMemoryStore implements MutableMemoryStore {

  private static final int DEFAULT_RESULTS = 10;

  private final String name;
  private final @Nullable String description;
  private final @Nullable Integer maxSearchResults;
  private final boolean writable;
  private final @Nullable StoreExtractionSettings extraction;

  protected AbstractMemoryStore(Builder<?> builder) {
    builder.check().throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    this.name = builder.name;
    this.description = builder.description;
    this.maxSearchResults = builder.maxSearchResults;
    this.writable = builder.writable;
    this.extraction = builder.extraction;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Optional<String> description() {
    return Optional.ofNullable(description);
  }

  @Override
  public final OptionalInt maxSearchResults() {
    return maxSearchResults == null ? OptionalInt.empty() : OptionalInt.of(maxSearchResults);
  }

  @Override
  public final boolean writable() {
    return writable;
  }

  @Override
  public final Optional<StoreExtractionSettings> extraction() {
    return Optional.ofNullable(extraction);
  }

  /** Returns the limit of a search: the caller's, otherwise the store's, otherwise 10. */
  protected final int limit(SearchOptions options) {
    Integer asked = options.maxSearchResults();
    return asked == null ? maxSearchResults().orElse(DEFAULT_RESULTS) : asked;
  }

  /**
   * Returns the owner of a new entry.
   *
   * @throws dev.adk4j.error.AdkException {@code E_MEMORY_STORE_READ_ONLY}, {@code
   *     E_MEMORY_SCOPE_MISSING}
   */
  protected final MemoryOwner requireWrite(MemoryWriteContext context) {
    if (!writable) {
      throw MemoryErrors.readOnly(name);
    }
    return context.requireOwner(name);
  }

  /** Base class of the stores' builders. Not thread-safe. */
  public abstract static class Builder<B extends Builder<B>> {

    private final String name;
    private @Nullable String description;
    private @Nullable Integer maxSearchResults;
    private boolean writable = true;
    private @Nullable StoreExtractionSettings extraction;

    protected Builder(String name) {
      this.name = name;
    }

    @SuppressWarnings("unchecked") // B is the subclass itself
    private B self() {
      return (B) this;
    }

    /** Sets the description of the store's content for the model. */
    public B description(@Nullable String description) {
      this.description = description;
      return self();
    }

    /** Sets the number of entries for a search without a limit; at least 1. */
    public B maxSearchResults(@Nullable Integer maxSearchResults) {
      this.maxSearchResults = maxSearchResults;
      return self();
    }

    /** Enables or disables writes. Default: true. */
    public B writable(boolean writable) {
      this.writable = writable;
      return self();
    }

    /** Enables extraction into this store. Default: disabled. */
    public B extraction(@Nullable StoreExtractionSettings extraction) {
      this.extraction = extraction;
      return self();
    }

    /** Collects the violations of the common settings. */
    protected final Violations check() {
      return new Violations()
          .required(name, "$.name")
          .check(name == null || !name.isBlank(), "$.name", "blank", "must not be blank")
          .check(
              maxSearchResults == null || maxSearchResults >= 1,
              "$.maxSearchResults",
              "range",
              "must be at least 1, was " + maxSearchResults);
    }
  }
}
