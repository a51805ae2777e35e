/** Memory stores as beans: the manager over them, what it puts into turns, and its upkeep. */
@NullMarked
package dev.adk4j.boot.memory;

import org.jspecify.annotations.NullMarked;
