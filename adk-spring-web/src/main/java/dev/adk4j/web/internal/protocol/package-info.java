/**
 * Internal. May change without notice. What the protocols share: who calls, which agent, running a
 * turn and reading its events, deciding on its gates.
 */
@NullMarked
package dev.adk4j.web.internal.protocol;

import org.jspecify.annotations.NullMarked;
