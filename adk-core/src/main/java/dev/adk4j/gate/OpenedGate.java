package dev.adk4j.gate;

import org.jspecify.annotations.Nullable;

/**
 * What there is after an opening.
 *
 * @param gate the new gate, the one that was open under the key, or the one decided before
 * @param answer the decision that was made under the key while nobody waited; null where somebody
 *     has to decide
 */
public record OpenedGate(GateRecord gate, @Nullable GateDecisionRecord answer) {}
