/** The rules of a store of waiting turns as tests. */
@NullMarked
package dev.adk4j.test.stored;

import org.jspecify.annotations.NullMarked;
