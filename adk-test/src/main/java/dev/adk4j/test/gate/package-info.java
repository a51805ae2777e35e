/** Contract tests for gate stores. */
@NullMarked
package dev.adk4j.test.gate;

import org.jspecify.annotations.NullMarked;
