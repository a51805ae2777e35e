/** Helpers that the kits share. */
@NullMarked
package dev.adk4j.test.internal;

import org.jspecify.annotations.NullMarked;
