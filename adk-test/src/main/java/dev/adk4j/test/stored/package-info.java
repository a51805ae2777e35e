/** Contract tests for stores of turns. */
@NullMarked
package dev.adk4j.test.stored;

import org.jspecify.annotations.NullMarked;
