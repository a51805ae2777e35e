package dev.adk4j.storage;

/** The two byte conduits, for one class to implement. */
public interface ByteStorage extends StoreMediaBytesCallback, StoreRetrievableBytesCallback {}
