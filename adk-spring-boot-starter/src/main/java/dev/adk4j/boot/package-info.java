/** Auto-configuration of the engine. */
@NullMarked
package dev.adk4j.boot;

import org.jspecify.annotations.NullMarked;
