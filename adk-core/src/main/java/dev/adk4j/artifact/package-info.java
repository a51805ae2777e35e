/** Large tool results as artifacts that are queried instead of being part of the prompt. */
@NullMarked
package dev.adk4j.artifact;

import org.jspecify.annotations.NullMarked;
