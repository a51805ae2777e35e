/**
 * Where captured messages wait until every store has them: the port, its values, and a journal in
 * memory.
 */
@NullMarked
package dev.adk4j.memory.journal;

import org.jspecify.annotations.NullMarked;
