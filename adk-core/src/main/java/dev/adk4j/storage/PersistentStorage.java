package dev.adk4j.storage;

/**
 * All callbacks except {@code fetchTools}: the 26 that a database can implement.
 *
 * @since 0.1.0
 */
public interface PersistentStorage
    extends MessageStorage,
        MemoryStorage,
        ThoughtStorage,
        ToolCallStorage,
        RetrievableStorage,
        StandingInstructionStorage,
        ByteStorage {}
