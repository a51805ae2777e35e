/** Limits at the doors as beans. */
@NullMarked
package dev.adk4j.boot.limit.config;

import org.jspecify.annotations.NullMarked;
