/** Contract tests for memory stores and extraction journals. */
@NullMarked
package dev.adk4j.test.memory;

import org.jspecify.annotations.NullMarked;
