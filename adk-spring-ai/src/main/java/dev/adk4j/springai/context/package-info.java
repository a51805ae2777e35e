/** Summarizer that calls a Spring AI chat model. */
@NullMarked
package dev.adk4j.springai.context;

import org.jspecify.annotations.NullMarked;
