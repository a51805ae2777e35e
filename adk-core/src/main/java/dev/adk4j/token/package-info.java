/** Text that can count its tokens. */
@NullMarked
package dev.adk4j.token;

import org.jspecify.annotations.NullMarked;
