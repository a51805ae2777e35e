/** Settings of durable turns. */
@NullMarked
package dev.adk4j.boot.durable;

import org.jspecify.annotations.NullMarked;
