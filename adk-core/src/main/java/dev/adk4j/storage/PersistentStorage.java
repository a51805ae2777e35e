package dev.adk4j.storage;

/**
 * All callbacks but {@code fetchTools}: 26, what a database can answer.
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
