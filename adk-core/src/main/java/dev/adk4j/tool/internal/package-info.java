/** Internal. May change without notice. */
@NullMarked
package dev.adk4j.tool.internal;

import org.jspecify.annotations.NullMarked;
