/** Search by words in memory, for this library's own use. Not part of the API. */
@NullMarked
package dev.adk4j.vector.internal;

import org.jspecify.annotations.NullMarked;
