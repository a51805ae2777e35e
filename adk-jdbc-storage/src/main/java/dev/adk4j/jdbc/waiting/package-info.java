/** Turns that wait for approvals, in the storage's database. */
@NullMarked
package dev.adk4j.jdbc.waiting;

import org.jspecify.annotations.NullMarked;
