/** Send a text, get the answer. */
@NullMarked
package dev.adk4j.client;

import org.jspecify.annotations.NullMarked;
