/** Errors of the endpoints, and what an application says about who calls them. */
@NullMarked
package dev.adk4j.web;

import org.jspecify.annotations.NullMarked;
