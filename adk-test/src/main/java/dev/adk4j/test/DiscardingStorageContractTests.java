package dev.adk4j.test;

/**
 * The rules for a storage that accepts everything and keeps nothing, such as a no-op one: that
 * nothing is refused, that nothing comes back, and that the byte conduits give readers of what they
 * were given all the same.
 */
public abstract class DiscardingStorageContractTests extends StorageTests
    implements DiscardRules, ConduitRules, ToolRules {}
