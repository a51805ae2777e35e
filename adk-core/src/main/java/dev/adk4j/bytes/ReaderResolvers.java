package dev.adk4j.bytes;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.Scope;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns readers into descriptors and descriptors back into live readers. Media and spool tags are
 * kept apart: a media tag never gives a spool reader. Register before anything is decoded; a tag
 * registered again is replaced. Each instance stands for itself; {@link #forScope} gives a view of
 * it. Safe for concurrent use.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class ReaderResolvers {

  /** 16 MiB. */
  public static final long MAX_IN_MEMORY_BYTES = 16L * 1024 * 1024;

  private final Table<SpoolReaderResolver> spools;
  private final Table<MediaReaderResolver> medias;
  private final long maxInMemoryBytes;
  private final @Nullable Scope scope;

  /** Has no resolver; describes in-memory readers of at most {@link #MAX_IN_MEMORY_BYTES}. */
  public ReaderResolvers() {
    this(MAX_IN_MEMORY_BYTES);
  }

  private ReaderResolvers(long maxInMemoryBytes) {
    this(new Table<>(), new Table<>(), maxInMemoryBytes, null);
    new Violations()
        .check(maxInMemoryBytes >= 0, "$.maxInMemoryBytes", "range", "must be 0 or more")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  private ReaderResolvers(
      Table<SpoolReaderResolver> spools,
      Table<MediaReaderResolver> medias,
      long maxInMemoryBytes,
      @Nullable Scope scope) {
    this.spools = spools;
    this.medias = medias;
    this.maxInMemoryBytes = maxInMemoryBytes;
    this.scope = scope;
  }

  /** With the in-memory resolvers, and URL readers that refuse every host. */
  public static ReaderResolvers withBuiltIns() {
    return withBuiltIns(MAX_IN_MEMORY_BYTES, UrlReaderPolicy.DENY_ALL);
  }

  /**
   * Returns resolvers for in-memory readers and URL readers.
   *
   * @param maxInMemoryBytes the largest content of an in-memory reader that a stored record may
   *     carry; a larger one must be written through a byte store first
   */
  public static ReaderResolvers withBuiltIns(long maxInMemoryBytes, UrlReaderPolicy urls) {
    return new ReaderResolvers(maxInMemoryBytes)
        .register(BuiltInResolvers.spoolInMemory())
        .register(BuiltInResolvers.mediaInMemory())
        .register(BuiltInResolvers.mediaFetch(urls));
  }

  /**
   * For every scope alike: for locators that carry or name content which belongs to nobody in
   * particular.
   */
  public ReaderResolvers register(SpoolReaderResolver resolver) {
    checkTag(resolver.tag(), ReaderDescriptor.SPOOL);
    spools.put(resolver.tag(), new Entry<>(resolver, null));
    return this;
  }

  /**
   * For every scope alike: for locators that carry or name content which belongs to nobody in
   * particular.
   */
  public ReaderResolvers register(MediaReaderResolver resolver) {
    checkTag(resolver.tag(), ReaderDescriptor.MEDIA);
    medias.put(resolver.tag(), new Entry<>(resolver, null));
    return this;
  }

  /** For stored content: the resolver made for a scope accepts only locators of that scope. */
  public ReaderResolvers registerScopedSpool(
      String tag, Function<Scope, ? extends SpoolReaderResolver> resolvers) {
    checkTag(tag, ReaderDescriptor.SPOOL);
    spools.put(tag, new Entry<>(null, resolvers));
    return this;
  }

  /** For stored content: the resolver made for a scope accepts only locators of that scope. */
  public ReaderResolvers registerScopedMedia(
      String tag, Function<Scope, ? extends MediaReaderResolver> resolvers) {
    checkTag(tag, ReaderDescriptor.MEDIA);
    medias.put(tag, new Entry<>(null, resolvers));
    return this;
  }

  /** A view of these resolvers, later registrations included, that never leaves the scope. */
  public ReaderResolvers forScope(Scope scope) {
    return new ReaderResolvers(spools, medias, maxInMemoryBytes, scope);
  }

  /**
   * The reader that the descriptor names; does no I/O. An unknown tag is {@code
   * E_NO_READER_RESOLVER}, a resolver that gives nothing {@code E_NOT_A_SPOOL_READER}.
   */
  public SpoolReader resolveSpool(ReaderDescriptor descriptor) {
    SpoolReader reader = spools.get(descriptor.tag(), scope).resolve(descriptor.locator());
    if (reader == null) {
      throw unusable(AdkErrorCode.E_NOT_A_SPOOL_READER, descriptor);
    }
    return reader;
  }

  /**
   * The reader that the descriptor names; does no I/O. An unknown tag is {@code
   * E_NO_READER_RESOLVER}, a resolver that gives nothing {@code E_NOT_A_MEDIA_READER}.
   */
  public MediaReader resolveMedia(ReaderDescriptor descriptor) {
    MediaReader reader = medias.get(descriptor.tag(), scope).resolve(descriptor.locator());
    if (reader == null) {
      throw unusable(AdkErrorCode.E_NOT_A_MEDIA_READER, descriptor);
    }
    return reader;
  }

  /**
   * The reader's descriptor, for a record that is to be stored. {@code E_READER_NOT_DESCRIBABLE}
   * where it has none, or where the policy refuses what it would carry.
   */
  public ReaderDescriptor describe(SpoolReader reader) {
    if (reader instanceof InMemorySpoolReader inMemory) {
      checkSize(inMemory.byteLength());
    }
    return described(reader.describe(), ReaderDescriptor.SPOOL);
  }

  /**
   * The reader's descriptor, for a record that is to be stored. {@code E_READER_NOT_DESCRIBABLE}
   * where it has none, or where the policy refuses what it would carry.
   */
  public ReaderDescriptor describe(MediaReader reader) {
    if (reader instanceof InMemoryMediaReader inMemory) {
      checkSize(inMemory.byteLength().orElse(0));
    }
    return described(reader.describe(), ReaderDescriptor.MEDIA);
  }

  private void checkSize(long bytes) {
    if (bytes > maxInMemoryBytes) {
      throw notDescribable(
          "An in-memory reader of "
              + bytes
              + " bytes is larger than the "
              + maxInMemoryBytes
              + " that a stored record may carry; write the bytes through a byte store.");
    }
  }

  private static ReaderDescriptor described(Optional<ReaderDescriptor> descriptor, String kind) {
    ReaderDescriptor known =
        descriptor.orElseThrow(() -> notDescribable("The reader has no descriptor."));
    if (!known.tag().startsWith(kind)) {
      throw notDescribable(
          "The reader's tag is " + known.tag() + ", which does not begin with " + kind);
    }
    return known;
  }

  private static AdkException notDescribable(String message) {
    return AdkException.of(AdkErrorCode.E_READER_NOT_DESCRIBABLE)
        .message(message)
        .args("reader")
        .build();
  }

  private static AdkException unusable(AdkErrorCode code, ReaderDescriptor descriptor) {
    return AdkException.of(code)
        .message("The resolver for " + descriptor.tag() + " gave no reader.")
        .args(descriptor.tag())
        .build();
  }

  private static void checkTag(String tag, String kind) {
    new Violations()
        .check(
            tag.startsWith(kind) && tag.length() > kind.length(),
            "$.tag",
            "pattern",
            "must begin with " + kind)
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** Either one resolver for everybody or one for each scope. */
  private record Entry<R>(@Nullable R shared, @Nullable Function<Scope, ? extends R> scoped) {}

  private static final class Table<R> {

    private final Map<String, Entry<R>> byTag = new ConcurrentHashMap<>();

    void put(String tag, Entry<R> entry) {
      byTag.put(tag, entry);
    }

    R get(String tag, @Nullable Scope scope) {
      Entry<R> entry = byTag.get(tag);
      if (entry == null) {
        throw AdkException.of(AdkErrorCode.E_NO_READER_RESOLVER)
            .message("No resolver is registered for the tag " + tag + ".")
            .args(tag)
            .build();
      }
      R shared = entry.shared;
      if (shared != null) {
        return shared;
      }
      if (scope == null) {
        throw AdkException.of(AdkErrorCode.E_STORAGE_SCOPE_MISSING)
            .message("The tag " + tag + " is resolved within a scope; use forScope(scope).")
            .args(tag)
            .build();
      }
      return Objects.requireNonNull(entry.scoped).apply(scope);
    }
  }
}
