/** The one exception type and every {@code E_*} code that the library raises. */
@NullMarked
package dev.adk4j.error;

import org.jspecify.annotations.NullMarked;
