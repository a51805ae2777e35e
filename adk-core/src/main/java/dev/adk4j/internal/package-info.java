/** Internal. May change without notice. */
@NullMarked
package dev.adk4j.internal;

import org.jspecify.annotations.NullMarked;
