package dev.adk4j.vector;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Fixed facts about a backend, available before any call. Immutable.
 *
 * @param features the features it has; it rejects every other one as described in {@link
 *     VectorFeature}
 * @param consistency the modes that it offers for writes, without duplicates; the first is the
 *     default
 */
public record Capabilities(Set<VectorFeature> features, List<VectorDb.Consistency> consistency) {

  public Capabilities {
    features = Set.copyOf(features);
    consistency = List.copyOf(consistency);
    if (consistency.isEmpty() || Set.copyOf(consistency).size() < consistency.size()) {
      throw VectorErrors.invalidConfig(
          "a backend needs at least one consistency mode, without duplicates");
    }
  }

  /** Returns capabilities with these features and strong consistency only. */
  public static Capabilities of(VectorFeature... features) {
    return new Capabilities(Set.of(features), List.of(VectorDb.Consistency.STRONG));
  }

  /** Returns capabilities with all features but these and strong consistency only. */
  public static Capabilities allBut(VectorFeature... missing) {
    Set<VectorFeature> features = EnumSet.allOf(VectorFeature.class);
    features.removeAll(Set.of(missing));
    return new Capabilities(features, List.of(VectorDb.Consistency.STRONG));
  }

  public boolean has(VectorFeature feature) {
    return features.contains(feature);
  }
}
