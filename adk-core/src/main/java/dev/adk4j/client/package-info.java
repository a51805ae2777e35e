/** Sends texts to an agent and returns its answers. */
@NullMarked
package dev.adk4j.client;

import org.jspecify.annotations.NullMarked;
