package dev.adk4j.gate;

/**
 * What came of a settlement.
 *
 * @param won whether it is the decision that counts
 * @param gate as it is now
 */
public record SettleResult(boolean won, GateRecord gate) {}
