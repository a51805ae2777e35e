/** Internal. May change without notice. */
@NullMarked
package dev.adk4j.schema.internal;

import org.jspecify.annotations.NullMarked;
