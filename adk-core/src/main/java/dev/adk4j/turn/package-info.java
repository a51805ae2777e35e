/** One turn from raw input to its end, and ready-made middleware. */
@NullMarked
package dev.adk4j.turn;

import org.jspecify.annotations.NullMarked;
