/** The executor for Spring AI's chat models, and Spring AI's tools, in an application. */
@NullMarked
package dev.adk4j.boot.llm;

import org.jspecify.annotations.NullMarked;
