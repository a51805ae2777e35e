/** Internal. May change without notice. The AI SDK's UI message stream, version 1. */
@NullMarked
package dev.adk4j.web.internal.aisdk;

import org.jspecify.annotations.NullMarked;
