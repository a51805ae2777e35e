/**
 * Which bean answers which of the 27 callbacks, and the one report about those that nothing
 * answers.
 */
@NullMarked
package dev.adk4j.boot.callback;

import org.jspecify.annotations.NullMarked;
