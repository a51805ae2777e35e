/** Auto-configuration of the protocols. */
@NullMarked
package dev.adk4j.boot.protocol;

import org.jspecify.annotations.NullMarked;
