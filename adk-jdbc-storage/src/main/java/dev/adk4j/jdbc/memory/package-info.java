/** Memory stores and the extraction journal over the storage's tables. */
@NullMarked
package dev.adk4j.jdbc.memory;

import org.jspecify.annotations.NullMarked;
