/** Memory stores as beans: the manager over them, the injection into turns, and maintenance. */
@NullMarked
package dev.adk4j.boot.memory;

import org.jspecify.annotations.NullMarked;
