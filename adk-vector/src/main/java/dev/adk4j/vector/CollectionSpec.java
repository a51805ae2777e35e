package dev.adk4j.vector;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Definition of a collection to create.
 *
 * @param dimensions length of its vectors, at least 1
 * @param fields in the order they were declared; names are distinct and not empty
 * @param language language of the documents for searches by words, such as {@code english}; {@code
 *     simple} for no specific language; null for a collection that is searched by vectors only
 */
public record CollectionSpec(
    String collection,
    int dimensions,
    DistanceMetric metric,
    List<Field> fields,
    @Nullable String language) {

  private static final Pattern LANGUAGE = Pattern.compile("[a-z][a-z_]{0,62}");

  /** Creates the definition of a collection that is searched by vectors only. */
  public CollectionSpec(
      String collection, int dimensions, DistanceMetric metric, List<Field> fields) {
    this(collection, dimensions, metric, fields, null);
  }

  public CollectionSpec {
    SearchPlan.requireCollection(collection);
    fields = List.copyOf(fields);
    if (dimensions < 1) {
      throw VectorErrors.invalidConfig(
          "the collection '" + collection + "' needs vector(dimensions) of at least 1");
    }
    if (language != null && !LANGUAGE.matcher(language).matches()) {
      throw VectorErrors.invalidConfig(
          "the language of '"
              + collection
              + "' must be a name in small letters, such as english or simple");
    }
    Set<String> names = new HashSet<>();
    for (Field field : fields) {
      if (field.name().isEmpty() || !names.add(field.name())) {
        throw VectorErrors.invalidConfig(
            "the collection '%s' needs distinct field names that are not empty, not '%s'"
                .formatted(collection, field.name()));
      }
    }
  }

  /** Type of a metadata field. Advisory: no backend converts or rejects values because of it. */
  public enum FieldType {
    STRING,
    INTEGER,
    NUMBER,
    BOOLEAN,
    /** Any JSON value. */
    JSON
  }

  /**
   * Metadata field that a collection declares.
   *
   * @param index requests an index, if the backend has indexes on metadata
   * @param nullable the value may be null; advisory
   */
  public record Field(String name, FieldType type, boolean index, boolean nullable) {}

  /** Builds a {@link CollectionSpec}: {@link #vector} is required. Not thread-safe. */
  public static final class Builder {

    private int dimensions;
    private DistanceMetric metric = DistanceMetric.COSINE;
    private final List<FieldBuilder> fields = new ArrayList<>();
    private @Nullable String language;

    Builder() {}

    /**
     * Sets the length of the vectors and compares them by cosine. A second call replaces the first.
     */
    public Builder vector(int dimensions) {
      return vector(dimensions, DistanceMetric.COSINE);
    }

    /** Sets the length of the vectors and their metric. A second call replaces the first. */
    public Builder vector(int dimensions, DistanceMetric metric) {
      this.dimensions = dimensions;
      this.metric = metric;
      return this;
    }

    /**
     * Allows searches by the words of the documents, see {@link VectorQuery#matching}.
     *
     * @param language language whose word forms count as one word, by the backend's name for it,
     *     such as {@code english}; {@code simple} for no specific language. The in-memory backend
     *     treats all languages alike
     */
    public Builder fullText(String language) {
      this.language = VectorErrors.required(language, "language");
      return this;
    }

    public FieldBuilder string(String name) {
      return field(name, FieldType.STRING);
    }

    public FieldBuilder integer(String name) {
      return field(name, FieldType.INTEGER);
    }

    public FieldBuilder number(String name) {
      return field(name, FieldType.NUMBER);
    }

    /** Declares a field of type boolean. */
    public FieldBuilder bool(String name) {
      return field(name, FieldType.BOOLEAN);
    }

    public FieldBuilder json(String name) {
      return field(name, FieldType.JSON);
    }

    private FieldBuilder field(String name, FieldType type) {
      fields.add(new FieldBuilder(name, type));
      return fields.getLast();
    }

    CollectionSpec build(String collection) {
      return new CollectionSpec(
          collection,
          dimensions,
          metric,
          fields.stream().map(FieldBuilder::build).toList(),
          language);
    }
  }

  /** Sets the options of a declared field. */
  public static final class FieldBuilder {

    private final String name;
    private final FieldType type;
    private boolean index;
    private boolean nullable;

    private FieldBuilder(String name, FieldType type) {
      this.name = name;
      this.type = type;
    }

    /** Requests an index, for a field that filters name. */
    public FieldBuilder index() {
      index = true;
      return this;
    }

    /** Allows null. */
    public FieldBuilder nullable() {
      nullable = true;
      return this;
    }

    private Field build() {
      return new Field(name, type, index, nullable);
    }
  }
}
