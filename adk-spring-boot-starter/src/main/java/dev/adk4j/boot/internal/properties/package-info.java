/** Internal. May change without notice. Properties under {@code adk}, by feature. */
@NullMarked
package dev.adk4j.boot.internal.properties;

import org.jspecify.annotations.NullMarked;
