/** Vector backend on the vector stores of Spring AI. */
@NullMarked
package dev.adk4j.springai.vector;

import org.jspecify.annotations.NullMarked;
