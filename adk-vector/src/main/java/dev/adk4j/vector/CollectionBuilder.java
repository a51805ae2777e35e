package dev.adk4j.vector;

import java.util.ArrayList;
import java.util.List;

/**
 * What a collection is made of: {@link #vector} once, and the fields worth declaring. Not
 * thread-safe.
 */
public final class CollectionBuilder {

  private int dimensions;
  private DistanceMetric metric = DistanceMetric.COSINE;
  private final List<FieldSpec> fields = new ArrayList<>();

  CollectionBuilder() {}

  /** Required; compared by cosine. Again replaces. */
  public CollectionBuilder vector(int dimensions) {
    return vector(dimensions, DistanceMetric.COSINE);
  }

  /** Required. Again replaces. */
  public CollectionBuilder vector(int dimensions, DistanceMetric metric) {
    this.dimensions = dimensions;
    this.metric = metric;
    return this;
  }

  public Field string(String name) {
    return field(name, FieldType.STRING);
  }

  public Field integer(String name) {
    return field(name, FieldType.INTEGER);
  }

  public Field number(String name) {
    return field(name, FieldType.NUMBER);
  }

  /** A field that is true or false. */
  public Field bool(String name) {
    return field(name, FieldType.BOOLEAN);
  }

  public Field json(String name) {
    return field(name, FieldType.JSON);
  }

  private Field field(String name, FieldType type) {
    fields.add(new FieldSpec(name, type, false, false));
    return new Field(fields.size() - 1);
  }

  CollectionSpec build(String collection) {
    return new CollectionSpec(collection, dimensions, metric, fields);
  }

  /** Says more about a field. */
  public final class Field {

    private final int place;

    private Field(int place) {
      this.place = place;
    }

    /** Queries look for it. */
    public Field index() {
      FieldSpec f = fields.get(place);
      fields.set(place, new FieldSpec(f.name(), f.type(), true, f.nullable()));
      return this;
    }

    /** It may be null. */
    public Field nullable() {
      FieldSpec f = fields.get(place);
      fields.set(place, new FieldSpec(f.name(), f.type(), f.index(), true));
      return this;
    }
  }
}
