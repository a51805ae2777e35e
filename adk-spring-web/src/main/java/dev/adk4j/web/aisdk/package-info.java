/** Internal. May change without notice. The door for the AI SDK's UI message stream, version 1. */
@NullMarked
package dev.adk4j.web.aisdk;

import org.jspecify.annotations.NullMarked;
