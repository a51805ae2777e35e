/** Internal. May change without notice. */
@NullMarked
package dev.adk4j.value.internal;

import org.jspecify.annotations.NullMarked;
