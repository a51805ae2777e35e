/** Journal of turns for the console. */
@NullMarked
package dev.adk4j.sample.turns;

import org.jspecify.annotations.NullMarked;
