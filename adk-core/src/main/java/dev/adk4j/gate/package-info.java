/** What a gate is asked for, and how it can end. */
@NullMarked
package dev.adk4j.gate;

import org.jspecify.annotations.NullMarked;
