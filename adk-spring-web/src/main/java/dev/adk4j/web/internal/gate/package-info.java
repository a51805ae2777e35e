/** Internal. May change without notice. The HTTP endpoints for gates. */
@NullMarked
package dev.adk4j.web.internal.gate;

import org.jspecify.annotations.NullMarked;
