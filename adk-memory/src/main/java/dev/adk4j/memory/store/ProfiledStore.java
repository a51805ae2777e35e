package dev.adk4j.memory.store;

import java.util.Optional;
import java.util.OptionalInt;

/** A store that says of itself what its profile says. */
public abstract class ProfiledStore implements MutableMemoryStore {

  private static final int DEFAULT_RESULTS = 10;

  private final StoreProfile profile;

  protected ProfiledStore(StoreProfile.Builder<?> builder) {
    this.profile = builder.profile();
  }

  @Override
  public final String name() {
    return profile.name();
  }

  @Override
  public final Optional<String> description() {
    return Optional.ofNullable(profile.description());
  }

  @Override
  public final OptionalInt maxSearchResults() {
    Integer max = profile.maxSearchResults();
    return max == null ? OptionalInt.empty() : OptionalInt.of(max);
  }

  @Override
  public final boolean writable() {
    return profile.writable();
  }

  @Override
  public final Optional<ExtractionConfig> extraction() {
    return Optional.ofNullable(profile.extraction());
  }

  /** How many entries to find: as many as asked for, else the profile's number, else 10. */
  protected final int limit(SearchOptions options) {
    return options.limitOr(maxSearchResults().orElse(DEFAULT_RESULTS));
  }

  /**
   * Whose entry is written.
   *
   * @throws dev.adk4j.error.AdkException {@code E_MEMORY_STORE_READ_ONLY}, {@code
   *     E_MEMORY_SCOPE_MISSING}
   */
  protected final MemoryOwner requireWrite(MemoryWriteContext context) {
    if (!profile.writable()) {
      throw MemoryErrors.readOnly(profile.name());
    }
    return context.requireOwner(profile.name());
  }
}
