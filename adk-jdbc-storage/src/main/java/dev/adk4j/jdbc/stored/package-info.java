/** Turns that wait for approvals, in the storage's database. */
@NullMarked
package dev.adk4j.jdbc.stored;

import org.jspecify.annotations.NullMarked;
