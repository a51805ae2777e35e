package dev.adk4j.artifact;

import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One class of artifacts: its storage, construction and queries.
 *
 * @param id identifies the class in stored records; never changes
 * @param javaClass the class itself; artifacts of a subclass without its own type are not of this
 *     type
 * @param parent the type of a superclass, whose queries also apply; null for {@link
 *     ArtifactTypes#SPOOLED} only
 * @param factory builds an artifact
 * @param attributes the factory's arguments in addition to the reader, read from an artifact when
 *     it is stored
 * @param queries the class's own queries, without those of its parents
 * @since 0.1.0
 */
public record ArtifactType<A extends SpooledArtifact>(
    String id,
    Class<A> javaClass,
    @Nullable ArtifactType<? super A> parent,
    Factory<A> factory,
    Function<A, Map<String, JsonValue>> attributes,
    List<ArtifactQuery<A>> queries) {

  public ArtifactType {
    Violations violations =
        new Violations()
            .requiredText(id, "$.id")
            .required(javaClass, "$.javaClass")
            .required(factory, "$.factory")
            .required(attributes, "$.attributes")
            .required(queries, "$.queries");
    if (parent != null && javaClass != null && !parent.javaClass().isAssignableFrom(javaClass)) {
      violations.add("$.parent", "type", "must be the type of a superclass");
    }
    violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    queries = List.copyOf(queries);
  }

  /** Returns a type below {@code parent} with no attributes and no queries of its own. */
  public static <A extends SpooledArtifact> ArtifactType<A> of(
      String id,
      Class<A> javaClass,
      ArtifactType<? super A> parent,
      Function<SpoolReader, A> factory) {
    return new ArtifactType<>(
        id,
        javaClass,
        parent,
        (reader, attributes) -> factory.apply(reader),
        artifact -> Map.of(),
        List.of());
  }

  /** Returns a type with additional attributes that are stored and passed to the factory. */
  public ArtifactType<A> withAttributes(
      Factory<A> factory, Function<A, Map<String, JsonValue>> attributes) {
    return new ArtifactType<>(id, javaClass, parent, factory, attributes, queries);
  }

  public ArtifactType<A> withQueries(List<ArtifactQuery<A>> queries) {
    return new ArtifactType<>(id, javaClass, parent, factory, attributes, queries);
  }

  public A create(SpoolReader reader) {
    return factory.create(reader, Map.of());
  }

  /** Builds an artifact from the content of a stored record. */
  public A create(SpoolReader reader, Map<String, JsonValue> attributes) {
    return factory.create(reader, attributes);
  }

  /** Returns the attributes of a stored record in addition to the reader. */
  public Map<String, JsonValue> attributesOf(SpooledArtifact artifact) {
    return attributes.apply(javaClass.cast(artifact));
  }

  /** Returns true if the artifact is of the class or of a subclass, and so has the queries. */
  public boolean isInstance(@Nullable SpooledArtifact artifact) {
    return javaClass.isInstance(artifact);
  }

  /** Builds an artifact; the map omits attributes that the record does not have. */
  @FunctionalInterface
  public interface Factory<A extends SpooledArtifact> {
    A create(SpoolReader reader, Map<String, JsonValue> attributes);
  }
}
