/**
 * The extension points of the turn loop: contexts, tools, middleware, the executor and the
 * instrumentation around them.
 */
@NullMarked
package dev.adk4j.loop;

import org.jspecify.annotations.NullMarked;
