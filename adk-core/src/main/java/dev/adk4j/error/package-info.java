/** The only exception type and every {@code E_*} code of the library. */
@NullMarked
package dev.adk4j.error;

import org.jspecify.annotations.NullMarked;
