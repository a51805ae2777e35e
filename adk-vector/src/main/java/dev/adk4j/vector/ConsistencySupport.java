package dev.adk4j.vector;

import java.util.Set;

/**
 * What a backend offers after a write.
 *
 * @param configurable whether {@code consistency(...)} changes anything
 * @param defaultMode what it does unless told otherwise
 * @param modes what can be asked for; contains the default
 */
public record ConsistencySupport(
    boolean configurable, Consistency defaultMode, Set<Consistency> modes) {

  /** Always strong. */
  public static final ConsistencySupport FIXED_STRONG =
      new ConsistencySupport(false, Consistency.STRONG, Set.of(Consistency.STRONG));

  public ConsistencySupport {
    modes = Set.copyOf(modes);
    if (!modes.contains(defaultMode)) {
      throw VectorErrors.invalidConfig(
          "the default consistency " + defaultMode + " is not among the modes " + modes);
    }
  }
}
