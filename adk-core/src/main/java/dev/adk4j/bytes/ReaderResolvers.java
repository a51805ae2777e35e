package dev.adk4j.bytes;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Converts readers to descriptors and descriptors back to live readers. Media and spool tags are
 * separate: a media tag never returns a spool reader. Register resolvers before decoding;
 * registering a tag again replaces its resolver. Instances are independent; {@link #forScope}
 * returns a view of its instance. Thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class ReaderResolvers {

  /** 16 MiB. */
  public static final long MAX_IN_MEMORY_BYTES = 16L * 1024 * 1024;

  private final Map<String, Resolver<SpoolReader>> spools;
  private final Map<String, Resolver<MediaReader>> medias;
  private final long maxInMemoryBytes;
  private final @Nullable Scope scope;

  /**
   * Creates an instance without resolvers that describes in-memory readers of at most {@link
   * #MAX_IN_MEMORY_BYTES}.
   */
  public ReaderResolvers() {
    this(new ConcurrentHashMap<>(), new ConcurrentHashMap<>(), MAX_IN_MEMORY_BYTES, null);
  }

  private ReaderResolvers(
      Map<String, Resolver<SpoolReader>> spools,
      Map<String, Resolver<MediaReader>> medias,
      long maxInMemoryBytes,
      @Nullable Scope scope) {
    Violations.require(maxInMemoryBytes >= 0, "$.maxInMemoryBytes", "range", "must be 0 or more");
    this.spools = spools;
    this.medias = medias;
    this.maxInMemoryBytes = maxInMemoryBytes;
    this.scope = scope;
  }

  /** Returns the built-in resolvers with the default of {@value #MAX_IN_MEMORY_BYTES} bytes. */
  public static ReaderResolvers withBuiltIns() {
    return withBuiltIns(MAX_IN_MEMORY_BYTES);
  }

  /**
   * Returns resolvers for in-memory readers and those of each {@link Provider} on the class path,
   * such as URL readers of {@code adk-artifacts}, which reject every host until a policy is
   * registered for them.
   *
   * @param maxInMemoryBytes the maximum content of an in-memory reader in a stored record; write
   *     larger content through a byte store first
   */
  public static ReaderResolvers withBuiltIns(long maxInMemoryBytes) {
    ReaderResolvers resolvers =
        new ReaderResolvers(
                new ConcurrentHashMap<>(), new ConcurrentHashMap<>(), maxInMemoryBytes, null)
            .registerSpool(InMemorySpoolReader.TAG, InMemorySpoolReader::of)
            .registerMedia(InMemoryMediaReader.TAG, InMemoryMediaReader::of);
    Provided.RESOLVERS.forEach(provider -> provider.register(resolvers));
    return resolvers;
  }

  /**
   * Registers a resolver for all scopes: for locators that contain or name content without a
   * specific owner.
   *
   * @param tag begins with {@code spool:}
   * @param resolver does no I/O: its reader's first access does. Rejects a locator with {@code
   *     E_READER_LOCATOR_INVALID}; null is reported as {@code E_NOT_A_SPOOL_READER}
   */
  public ReaderResolvers registerSpool(
      String tag, Function<JsonValue, @Nullable SpoolReader> resolver) {
    spools.put(checked(tag, ReaderDescriptor.SPOOL), (any, locator) -> resolver.apply(locator));
    return this;
  }

  /**
   * Registers a resolver for all scopes: for locators that contain or name content without a
   * specific owner.
   *
   * @param tag begins with {@code media:}
   * @param resolver does no I/O: its reader's first access does. Rejects a locator with {@code
   *     E_READER_LOCATOR_INVALID}; null is reported as {@code E_NOT_A_MEDIA_READER}
   */
  public ReaderResolvers registerMedia(
      String tag, Function<JsonValue, @Nullable MediaReader> resolver) {
    medias.put(checked(tag, ReaderDescriptor.MEDIA), (any, locator) -> resolver.apply(locator));
    return this;
  }

  /** Registers a resolver for stored content, which accepts only locators of its scope. */
  public ReaderResolvers registerScopedSpool(
      String tag, BiFunction<Scope, JsonValue, @Nullable SpoolReader> resolver) {
    spools.put(
        checked(tag, ReaderDescriptor.SPOOL),
        (scope, locator) -> resolver.apply(required(scope, tag), locator));
    return this;
  }

  /** Registers a resolver for stored content, which accepts only locators of its scope. */
  public ReaderResolvers registerScopedMedia(
      String tag, BiFunction<Scope, JsonValue, @Nullable MediaReader> resolver) {
    medias.put(
        checked(tag, ReaderDescriptor.MEDIA),
        (scope, locator) -> resolver.apply(required(scope, tag), locator));
    return this;
  }

  /**
   * Returns a view of these resolvers, including later registrations, that is limited to the scope.
   */
  public ReaderResolvers forScope(Scope scope) {
    return new ReaderResolvers(spools, medias, maxInMemoryBytes, scope);
  }

  /**
   * Returns the reader that the descriptor names; does no I/O. Throws {@code E_NO_READER_RESOLVER}
   * for an unknown tag, {@code E_NOT_A_SPOOL_READER} if the resolver returns null.
   */
  public SpoolReader resolveSpool(ReaderDescriptor descriptor) {
    return resolve(spools, descriptor, AdkErrorCode.E_NOT_A_SPOOL_READER);
  }

  /**
   * Returns the reader that the descriptor names; does no I/O. Throws {@code E_NO_READER_RESOLVER}
   * for an unknown tag, {@code E_NOT_A_MEDIA_READER} if the resolver returns null.
   */
  public MediaReader resolveMedia(ReaderDescriptor descriptor) {
    return resolve(medias, descriptor, AdkErrorCode.E_NOT_A_MEDIA_READER);
  }

  private <R> R resolve(
      Map<String, Resolver<R>> resolvers, ReaderDescriptor descriptor, ErrorCode unusable) {
    String tag = descriptor.tag();
    Resolver<R> resolver = resolvers.get(tag);
    if (resolver == null) {
      throw error(
          AdkErrorCode.E_NO_READER_RESOLVER, "No resolver is registered for the tag " + tag, tag);
    }
    R reader = resolver.resolve(scope, descriptor.locator());
    if (reader == null) {
      throw error(unusable, "The resolver for " + tag + " returned no reader", tag);
    }
    return reader;
  }

  /**
   * Returns the reader's descriptor, for a stored record. Throws {@code E_READER_NOT_DESCRIBABLE}
   * if it has none, or if the policy rejects its content.
   */
  public ReaderDescriptor describe(SpoolReader reader) {
    if (reader instanceof InMemorySpoolReader inMemory) {
      checkSize(inMemory.byteLength());
    }
    return described(reader.describe(), ReaderDescriptor.SPOOL);
  }

  /**
   * Returns the reader's descriptor, for a stored record. Throws {@code E_READER_NOT_DESCRIBABLE}
   * if it has none, or if the policy rejects its content.
   */
  public ReaderDescriptor describe(MediaReader reader) {
    if (reader instanceof InMemoryMediaReader inMemory) {
      checkSize(inMemory.bytes().length);
    }
    return described(reader.describe(), ReaderDescriptor.MEDIA);
  }

  private void checkSize(long bytes) {
    if (bytes > maxInMemoryBytes) {
      throw notDescribable(
          "An in-memory reader of %s bytes is larger than the maximum of %s in a stored record;"
                  .formatted(bytes, maxInMemoryBytes)
              + " write the bytes through a byte store");
    }
  }

  private static ReaderDescriptor described(Optional<ReaderDescriptor> descriptor, String kind) {
    ReaderDescriptor known =
        descriptor.orElseThrow(() -> notDescribable("The reader has no descriptor"));
    if (!known.tag().startsWith(kind)) {
      throw notDescribable(
          "The reader's tag is " + known.tag() + ", which does not begin with " + kind);
    }
    return known;
  }

  private static AdkException notDescribable(String message) {
    return error(AdkErrorCode.E_READER_NOT_DESCRIBABLE, message, "reader");
  }

  private static AdkException error(ErrorCode code, String message, String arg) {
    return AdkException.of(code).message(message + ".").args(arg).build();
  }

  private static String checked(String tag, String kind) {
    Violations.require(
        tag.startsWith(kind) && tag.length() > kind.length(),
        "$.tag",
        "pattern",
        "must begin with " + kind);
    return tag;
  }

  private static Scope required(@Nullable Scope scope, String tag) {
    if (scope == null) {
      throw error(
          AdkErrorCode.E_STORAGE_SCOPE_MISSING,
          "The tag " + tag + " is resolved within a scope; use forScope(scope)",
          tag);
    }
    return scope;
  }

  /** Supplies the resolvers of a library. Found by {@link ServiceLoader}. */
  @FunctionalInterface
  public interface Provider {

    /** Registers the resolvers; called for each set of built-in resolvers. */
    void register(ReaderResolvers resolvers);
  }

  private static final class Provided {

    static final List<Provider> RESOLVERS =
        ServiceLoader.load(Provider.class, ReaderResolvers.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
  }

  private interface Resolver<R> {
    @Nullable R resolve(@Nullable Scope scope, JsonValue locator);
  }
}
