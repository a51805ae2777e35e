/** Errors of the endpoints, and interfaces by which an application identifies callers. */
@NullMarked
package dev.adk4j.web;

import org.jspecify.annotations.NullMarked;
