/** Internal. May change without notice. The door for AG-UI 1.0. */
@NullMarked
package dev.adk4j.web.agui;

import org.jspecify.annotations.NullMarked;
