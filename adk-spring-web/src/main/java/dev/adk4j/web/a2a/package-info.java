/** Internal. May change without notice. The door for other agents, by A2A 1.0. */
@NullMarked
package dev.adk4j.web.a2a;

import org.jspecify.annotations.NullMarked;
