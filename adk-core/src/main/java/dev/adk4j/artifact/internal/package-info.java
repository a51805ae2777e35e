/** Internal. May change without notice. */
@NullMarked
package dev.adk4j.artifact.internal;

import org.jspecify.annotations.NullMarked;
