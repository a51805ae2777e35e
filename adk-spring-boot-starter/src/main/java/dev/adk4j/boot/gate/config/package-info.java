/** Recorded gates as beans. */
@NullMarked
package dev.adk4j.boot.gate.config;

import org.jspecify.annotations.NullMarked;
