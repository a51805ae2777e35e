/** An exact calculator. */
@NullMarked
package dev.adk4j.sample.arithmetic;

import org.jspecify.annotations.NullMarked;
