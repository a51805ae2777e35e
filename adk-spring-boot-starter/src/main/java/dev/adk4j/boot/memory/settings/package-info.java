/** The properties under {@code adk.memory}. */
@NullMarked
package dev.adk4j.boot.memory.settings;

import org.jspecify.annotations.NullMarked;
