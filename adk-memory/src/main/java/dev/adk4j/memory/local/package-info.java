/** A memory store without infrastructure. */
@NullMarked
package dev.adk4j.memory.local;

import org.jspecify.annotations.NullMarked;
