package dev.adk4j.bytes;

import dev.adk4j.internal.NoJsonForm;

/** A byte store of text. */
@NoJsonForm
public interface SpoolStore extends ByteStore<SpoolReader> {}
