/** Spring AI's vector stores as backends. */
@NullMarked
package dev.adk4j.springai.vector;

import org.jspecify.annotations.NullMarked;
