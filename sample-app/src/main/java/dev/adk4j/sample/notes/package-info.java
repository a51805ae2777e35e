/** A board of notes that the agent may publish once a person agreed. */
@NullMarked
package dev.adk4j.sample.notes;

import org.jspecify.annotations.NullMarked;
