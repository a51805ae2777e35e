/** Internal. May change without notice. */
@NullMarked
package dev.adk4j.artifact.internal.builtin;

import org.jspecify.annotations.NullMarked;
