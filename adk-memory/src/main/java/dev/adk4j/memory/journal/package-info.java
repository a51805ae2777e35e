/** The journal: captured messages wait there until every store has them. */
@NullMarked
package dev.adk4j.memory.journal;

import org.jspecify.annotations.NullMarked;
