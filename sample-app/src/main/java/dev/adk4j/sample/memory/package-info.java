/** What is remembered of a person, outside of turns. */
@NullMarked
package dev.adk4j.sample.memory;

import org.jspecify.annotations.NullMarked;
