package dev.adk4j.bytes;

/** A byte store of text. */
public interface SpoolStore extends ByteStore<SpoolReader> {}
