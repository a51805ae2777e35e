package dev.adk4j.artifact;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Holds the artifact types of an application, parents before children. An id or class can be
 * registered once. Thread-safe.
 */
public final class ArtifactTypes {

  /** Plain text; the parent of all others. */
  public static final ArtifactType<SpooledArtifact> SPOOLED =
      new ArtifactType<>(
          "spooled",
          SpooledArtifact.class,
          null,
          (reader, attributes) -> new SpooledArtifact(reader),
          artifact -> Map.of(),
          TextQueries.all());

  private final List<ArtifactType<?>> types = new CopyOnWriteArrayList<>();

  private ArtifactTypes() {}

  /**
   * Returns a new registry with {@link #SPOOLED} and the types of each {@link Provider} on the
   * class path, such as {@code json} and {@code markdown} of {@code adk-artifacts}.
   */
  public static ArtifactTypes builtIns() {
    ArtifactTypes types = new ArtifactTypes().register(SPOOLED);
    Provided.TYPES.forEach(types::register);
    return types;
  }

  /**
   * Returns the type for spooled JSON results: {@code json} if {@code adk-artifacts} is on the
   * class path, {@link #SPOOLED} otherwise.
   */
  public static ArtifactType<?> forJson() {
    for (ArtifactType<?> type : Provided.TYPES) {
      if (type.id().equals("json")) {
        return type;
      }
    }
    return SPOOLED;
  }

  /** Returns the built-in types in a registry without additions. */
  static ArtifactTypes sharedBuiltIns() {
    return Provided.REGISTRY;
  }

  /** Adds a type; fails if its id or class is taken, or its parent is not registered. */
  public ArtifactTypes register(ArtifactType<?> type) {
    for (ArtifactType<?> known : types) {
      if (known.id().equals(type.id()) || known.javaClass() == type.javaClass()) {
        throw new AdkException(
            AdkErrorCode.VALIDATION_EXCEPTION,
            "The artifact type %s or its class %s is already registered."
                .formatted(type.id(), type.javaClass().getName()));
      }
    }
    if (type.parent() != null && !types.contains(type.parent())) {
      throw new AdkException(
          AdkErrorCode.VALIDATION_EXCEPTION,
          "Register the artifact type %s before %s, which extends it."
              .formatted(type.parent().id(), type.id()));
    }
    types.add(type);
    return this;
  }

  /** Returns all types, parents before children; a snapshot. */
  public List<ArtifactType<?>> all() {
    return List.copyOf(types);
  }

  /** Returns the type with that id; throws {@code E_ARTIFACT_TYPE_UNKNOWN} if there is none. */
  public ArtifactType<?> byId(String id) {
    return find(type -> type.id().equals(id), "id " + id, id);
  }

  /**
   * Returns the type under which the artifact is stored, the one of exactly its class; throws
   * {@code E_ARTIFACT_TYPE_UNKNOWN} if there is none.
   */
  public ArtifactType<?> typeOf(SpooledArtifact artifact) {
    Class<?> own = artifact.getClass();
    return find(type -> type.javaClass() == own, "class " + own.getName(), own.getName());
  }

  /**
   * Returns the queries of the artifact's own class and of its superclasses.
   *
   * @param types parents before children, which is the order of the queries
   */
  public static List<ArtifactQuery<?>> queries(
      SpooledArtifact artifact, Collection<ArtifactType<?>> types) {
    Map<String, ArtifactQuery<?>> queries = new LinkedHashMap<>();
    for (ArtifactType<?> type : types) {
      if (type.isInstance(artifact)) {
        type.queries().forEach(query -> queries.putIfAbsent(query.name(), query));
      }
    }
    return List.copyOf(queries.values());
  }

  private ArtifactType<?> find(Predicate<ArtifactType<?>> wanted, String what, String arg) {
    for (ArtifactType<?> type : types) {
      if (wanted.test(type)) {
        return type;
      }
    }
    String known = types.stream().map(ArtifactType::id).collect(Collectors.joining(", "));
    throw AdkException.of(AdkErrorCode.E_ARTIFACT_TYPE_UNKNOWN)
        .message("No artifact type has the " + what + "; registered are " + known + ".")
        .args(arg)
        .build();
  }

  /** Supplies the artifact types of a library. Found by {@link ServiceLoader}. */
  public interface Provider {

    /** Returns the types, parents before children; called once. */
    List<ArtifactType<?>> types();
  }

  /** Loaded with the first registry: a provider's types name {@link #SPOOLED} as their parent. */
  private static final class Provided {

    static final List<? extends ArtifactType<?>> TYPES =
        ServiceLoader.load(Provider.class, ArtifactTypes.class.getClassLoader()).stream()
            .flatMap(provider -> provider.get().types().stream())
            .toList();

    static final ArtifactTypes REGISTRY = builtIns();
  }
}
