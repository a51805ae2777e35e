/** The agent over HTTP. */
@NullMarked
package dev.adk4j.sample.web;

import org.jspecify.annotations.NullMarked;
