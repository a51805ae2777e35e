package dev.adk4j.test;

/**
 * Contract tests for a storage that accepts everything and keeps nothing, such as a no-op storage:
 * it rejects nothing, returns nothing, and its byte conduits still return readers of the received
 * bytes.
 *
 * @since 0.1.0
 */
public abstract class DiscardingStorageContractTests extends StorageTests
    implements DiscardRules, ConduitRules, ToolRules {}
