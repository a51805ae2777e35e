/** Auto-configuration of gates. */
@NullMarked
package dev.adk4j.boot.gate.config;

import org.jspecify.annotations.NullMarked;
