/** Identification of the people who settle gates. */
@NullMarked
package dev.adk4j.web.gate;

import org.jspecify.annotations.NullMarked;
