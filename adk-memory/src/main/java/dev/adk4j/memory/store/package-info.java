/**
 * What a memory store is: the ports an application or a module implements, and the values that pass
 * through them.
 */
@NullMarked
package dev.adk4j.memory.store;

import org.jspecify.annotations.NullMarked;
