/** Auto-configuration of gates. */
@NullMarked
package dev.adk4j.boot.gate;

import org.jspecify.annotations.NullMarked;
