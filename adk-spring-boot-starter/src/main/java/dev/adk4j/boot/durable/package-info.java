/** Queue of durable turns, its meters and its lifecycle. */
@NullMarked
package dev.adk4j.boot.durable;

import org.jspecify.annotations.NullMarked;
