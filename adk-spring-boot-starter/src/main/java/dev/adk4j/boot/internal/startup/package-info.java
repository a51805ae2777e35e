/**
 * Internal. May change without notice. Additions of the starter's parts to the last log line of the
 * startup.
 */
@NullMarked
package dev.adk4j.boot.internal.startup;

import org.jspecify.annotations.NullMarked;
