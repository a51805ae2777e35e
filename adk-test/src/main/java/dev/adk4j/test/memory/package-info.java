/** What every memory store and every extraction journal has to do, to extend and run. */
@NullMarked
package dev.adk4j.test.memory;

import org.jspecify.annotations.NullMarked;
