/** Ways to write a tool, running one for a model, and the query tools forged for artifacts. */
@NullMarked
package dev.adk4j.tool;

import org.jspecify.annotations.NullMarked;
