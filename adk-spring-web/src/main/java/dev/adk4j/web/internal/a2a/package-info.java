/** Internal. May change without notice. A2A 1.0, the protocol for other agents. */
@NullMarked
package dev.adk4j.web.internal.a2a;

import org.jspecify.annotations.NullMarked;
