/** Spring AI's chat models at work on the prompt's context. */
@NullMarked
package dev.adk4j.springai.context;

import org.jspecify.annotations.NullMarked;
