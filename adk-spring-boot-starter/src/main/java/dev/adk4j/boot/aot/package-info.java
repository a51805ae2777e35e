/** What a native image has to be told. */
@NullMarked
package dev.adk4j.boot.aot;

import org.jspecify.annotations.NullMarked;
