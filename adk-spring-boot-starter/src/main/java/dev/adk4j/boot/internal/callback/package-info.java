/**
 * Internal. May change without notice. Assignment of beans to the 27 callbacks, and the failure
 * report about those without an implementation.
 */
@NullMarked
package dev.adk4j.boot.internal.callback;

import org.jspecify.annotations.NullMarked;
