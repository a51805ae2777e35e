/** Auto-configuration of the doors for the protocols of others. */
@NullMarked
package dev.adk4j.boot.door;

import org.jspecify.annotations.NullMarked;
