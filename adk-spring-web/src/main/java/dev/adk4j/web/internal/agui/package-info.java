/** Internal. May change without notice. AG-UI 1.0. */
@NullMarked
package dev.adk4j.web.internal.agui;

import org.jspecify.annotations.NullMarked;
