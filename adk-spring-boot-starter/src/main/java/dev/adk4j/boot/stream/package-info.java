/** Auto-configuration of the event stream. */
@NullMarked
package dev.adk4j.boot.stream;

import org.jspecify.annotations.NullMarked;
