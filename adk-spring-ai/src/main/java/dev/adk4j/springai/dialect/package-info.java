/** Adaptations to the providers behind Spring AI's chat models. */
@NullMarked
package dev.adk4j.springai.dialect;

import org.jspecify.annotations.NullMarked;
