/**
 * The project's own documentation: its texts, the passages they are cut into, and the search over
 * them.
 */
@NullMarked
package dev.adk4j.sample.library;

import org.jspecify.annotations.NullMarked;
