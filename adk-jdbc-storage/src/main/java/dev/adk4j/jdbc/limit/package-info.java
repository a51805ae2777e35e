/** What subjects do in an hour, counted in the storage's database. */
@NullMarked
package dev.adk4j.jdbc.limit;

import org.jspecify.annotations.NullMarked;
