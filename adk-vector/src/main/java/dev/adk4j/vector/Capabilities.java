package dev.adk4j.vector;

import java.util.EnumSet;
import java.util.Set;

/** The fixed facts about a backend, readable before any call. Immutable. */
public record Capabilities(Set<VectorFeature> features, ConsistencySupport consistency) {

  public Capabilities {
    features = Set.copyOf(features);
  }

  /** Always strongly consistent, with these features. */
  public static Capabilities of(VectorFeature... features) {
    return new Capabilities(Set.of(features), ConsistencySupport.FIXED_STRONG);
  }

  /** Always strongly consistent, with all features but these. */
  public static Capabilities allBut(VectorFeature... lacking) {
    Set<VectorFeature> features = EnumSet.allOf(VectorFeature.class);
    features.removeAll(Set.of(lacking));
    return new Capabilities(features, ConsistencySupport.FIXED_STRONG);
  }

  public boolean has(VectorFeature feature) {
    return features.contains(feature);
  }

  public boolean transactions() {
    return has(VectorFeature.TRANSACTIONS);
  }

  public boolean namedVectors() {
    return has(VectorFeature.NAMED_VECTORS);
  }

  public boolean rename() {
    return has(VectorFeature.RENAME);
  }

  public boolean rawSql() {
    return has(VectorFeature.RAW_SQL);
  }

  public boolean builtInEncoding() {
    return has(VectorFeature.BUILT_IN_ENCODING);
  }
}
