/** Memory store without a database. */
@NullMarked
package dev.adk4j.memory.local;

import org.jspecify.annotations.NullMarked;
