/** Internal. May change without notice. Forms of what a stream shows. */
@NullMarked
package dev.adk4j.web.internal.stream;

import org.jspecify.annotations.NullMarked;
