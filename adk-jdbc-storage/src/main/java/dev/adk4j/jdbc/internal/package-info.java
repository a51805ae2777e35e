/** Internal. May change without notice. Parts that other modules of the library call. */
@NullMarked
package dev.adk4j.jdbc.internal;

import org.jspecify.annotations.NullMarked;
