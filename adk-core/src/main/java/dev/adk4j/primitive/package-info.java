/** The immutable, validated records an agent works with, and their JSON forms. */
@NullMarked
package dev.adk4j.primitive;

import org.jspecify.annotations.NullMarked;
