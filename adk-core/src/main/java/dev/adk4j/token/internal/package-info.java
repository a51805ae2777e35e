/** Internal. May change without notice. */
@NullMarked
package dev.adk4j.token.internal;

import org.jspecify.annotations.NullMarked;
