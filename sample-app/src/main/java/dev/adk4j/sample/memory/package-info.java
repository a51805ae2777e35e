/** Facts about a user, across conversations. */
@NullMarked
package dev.adk4j.sample.memory;

import org.jspecify.annotations.NullMarked;
