/**
 * Actuator endpoints and health of the agent: its parts, its recent turns, its open gates. They
 * show content only if a property enables it.
 */
@NullMarked
package dev.adk4j.boot.actuate;

import org.jspecify.annotations.NullMarked;
