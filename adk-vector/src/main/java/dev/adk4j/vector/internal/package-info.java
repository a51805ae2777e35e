/** In-memory search by words, for internal use. Not part of the API. */
@NullMarked
package dev.adk4j.vector.internal;

import org.jspecify.annotations.NullMarked;
