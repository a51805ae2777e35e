/** The rules of a store of gates as tests. */
@NullMarked
package dev.adk4j.test.gate;

import org.jspecify.annotations.NullMarked;
