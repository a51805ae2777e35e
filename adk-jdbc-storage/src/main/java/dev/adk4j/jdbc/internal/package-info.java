/** Statements of the database storage. Internal. May change without notice. */
@NullMarked
package dev.adk4j.jdbc.internal;

import org.jspecify.annotations.NullMarked;
