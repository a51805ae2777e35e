package dev.adk4j.vector;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A collection to create.
 *
 * @param dimensions the length of its vectors, at least 1
 * @param fields in the order they were declared; names not empty and distinct
 */
public record CollectionSpec(
    String collection, int dimensions, DistanceMetric metric, List<FieldSpec> fields) {

  public CollectionSpec {
    SearchPlan.requireCollection(collection);
    fields = List.copyOf(fields);
    if (dimensions < 1) {
      throw VectorErrors.invalidConfig(
          "the collection '" + collection + "' needs vector(dimensions) of at least 1");
    }
    Set<String> names = new HashSet<>();
    for (FieldSpec field : fields) {
      if (field.name().isEmpty() || !names.add(field.name())) {
        throw VectorErrors.invalidConfig(
            "the fields of '"
                + collection
                + "' need distinct names; '"
                + field.name()
                + "' is not");
      }
    }
  }
}
