/** Summaries of conversations in the storage's database. */
@NullMarked
package dev.adk4j.jdbc.context;

import org.jspecify.annotations.NullMarked;
