package dev.adk4j.storage;

/**
 * All 27 callbacks, for one class to implement.
 *
 * @since 0.1.0
 */
public interface StorageAdapter extends PersistentStorage, FetchToolsCallback {}
