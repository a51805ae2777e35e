package dev.adk4j.bytes;

/** A byte store of binary content. */
public interface MediaStore extends ByteStore<MediaReader> {}
