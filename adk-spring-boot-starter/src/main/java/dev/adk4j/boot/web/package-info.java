/** Auto-configuration of the guard in front of the HTTP endpoints. */
@NullMarked
package dev.adk4j.boot.web;

import org.jspecify.annotations.NullMarked;
