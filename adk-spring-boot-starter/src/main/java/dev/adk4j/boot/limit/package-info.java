/** Auto-configuration of limits. */
@NullMarked
package dev.adk4j.boot.limit;

import org.jspecify.annotations.NullMarked;
