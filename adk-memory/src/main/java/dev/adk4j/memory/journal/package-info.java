/** Journal that keeps captured messages until every store has saved them. */
@NullMarked
package dev.adk4j.memory.journal;

import org.jspecify.annotations.NullMarked;
