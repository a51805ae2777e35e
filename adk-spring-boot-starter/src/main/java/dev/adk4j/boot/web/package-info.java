/** What all HTTP endpoints of the library share: who is calling, and what a body may be. */
@NullMarked
package dev.adk4j.boot.web;

import org.jspecify.annotations.NullMarked;
