/**
 * What an operator sees of the agent: its parts, its recent turns, its open gates and its health.
 * Never content.
 */
@NullMarked
package dev.adk4j.boot.actuate;

import org.jspecify.annotations.NullMarked;
