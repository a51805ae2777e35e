/** Internal. May change without notice. Names of observations and meters. */
@NullMarked
package dev.adk4j.boot.internal.observe;

import org.jspecify.annotations.NullMarked;
