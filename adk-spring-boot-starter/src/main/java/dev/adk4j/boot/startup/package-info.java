/** Additions of the starter's parts to the last log line of the startup. */
@NullMarked
package dev.adk4j.boot.startup;

import org.jspecify.annotations.NullMarked;
