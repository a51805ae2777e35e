/** What a provider's errors mean, whichever client threw them. */
@NullMarked
package dev.adk4j.springai.failure;

import org.jspecify.annotations.NullMarked;
