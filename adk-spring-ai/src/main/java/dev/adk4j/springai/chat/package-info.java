/** Executor that calls a Spring AI chat model. */
@NullMarked
package dev.adk4j.springai.chat;

import org.jspecify.annotations.NullMarked;
