/** Notes that the parts of the starter add to the line that ends the start. */
@NullMarked
package dev.adk4j.boot.startup;

import org.jspecify.annotations.NullMarked;
