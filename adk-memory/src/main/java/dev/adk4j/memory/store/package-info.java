/** Memory stores: the interfaces that an application or a module implements, and their values. */
@NullMarked
package dev.adk4j.memory.store;

import org.jspecify.annotations.NullMarked;
