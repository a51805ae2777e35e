/**
 * Internal. May change without notice. Parts that the protocols share: determining the caller and
 * the agent, running a turn, reading its events, and settling its gates.
 */
@NullMarked
package dev.adk4j.web.internal.protocol;

import org.jspecify.annotations.NullMarked;
