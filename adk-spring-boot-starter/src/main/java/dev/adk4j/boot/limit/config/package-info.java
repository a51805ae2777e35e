/** Auto-configuration of limits. */
@NullMarked
package dev.adk4j.boot.limit.config;

import org.jspecify.annotations.NullMarked;
