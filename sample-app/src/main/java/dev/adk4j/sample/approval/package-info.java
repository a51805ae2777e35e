/** Asking a person before a tool does what cannot be undone. */
@NullMarked
package dev.adk4j.sample.approval;

import org.jspecify.annotations.NullMarked;
