package dev.adk4j.storage;

/** The callbacks of memories, for one class to implement. */
public interface MemoryStorage
    extends FetchMemoriesCallback,
        StoreMemoryCallback,
        MutateMemoryCallback,
        DeleteMemoryCallback {}
