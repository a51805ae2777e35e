/** Rate counter in the storage's database. */
@NullMarked
package dev.adk4j.jdbc.limit;

import org.jspecify.annotations.NullMarked;
