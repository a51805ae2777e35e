/** Gates over HTTP, and who settles them. */
@NullMarked
package dev.adk4j.boot.gate;

import org.jspecify.annotations.NullMarked;
