/** A runnable agent over HTTP. */
@NullMarked
package dev.adk4j.sample;

import org.jspecify.annotations.NullMarked;
