/** Extraction of facts with Spring AI's chat models. */
@NullMarked
package dev.adk4j.springai.memory;

import org.jspecify.annotations.NullMarked;
