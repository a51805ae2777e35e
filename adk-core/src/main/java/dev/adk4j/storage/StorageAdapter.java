package dev.adk4j.storage;

/** All 27 callbacks, for one class to implement. */
public interface StorageAdapter extends PersistentStorage, FetchToolsCallback {}
