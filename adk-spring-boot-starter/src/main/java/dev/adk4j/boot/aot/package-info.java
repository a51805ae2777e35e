/** Hints for native images. */
@NullMarked
package dev.adk4j.boot.aot;

import org.jspecify.annotations.NullMarked;
