/** Errors of the endpoints. */
@NullMarked
package dev.adk4j.web;

import org.jspecify.annotations.NullMarked;
