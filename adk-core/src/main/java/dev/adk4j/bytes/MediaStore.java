package dev.adk4j.bytes;

import dev.adk4j.value.NoJsonForm;

/** A byte store of binary content. */
@NoJsonForm
public interface MediaStore extends ByteStore<MediaReader> {}
