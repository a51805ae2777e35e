/**
 * Actuator endpoints and health of the agent: its parts, its recent turns, its open gates. They
 * show no content unless it is asked for.
 */
@NullMarked
package dev.adk4j.boot.actuate;

import org.jspecify.annotations.NullMarked;
