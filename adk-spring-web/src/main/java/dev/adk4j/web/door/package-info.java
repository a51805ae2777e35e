/**
 * Internal. May change without notice. What the doors for the protocols of others share: who calls,
 * which agent, running a turn and reading its events, deciding on its gates.
 */
@NullMarked
package dev.adk4j.web.door;

import org.jspecify.annotations.NullMarked;
