/** Reads media from http and https addresses, within a policy. */
@NullMarked
package dev.adk4j.bytes.url;

import org.jspecify.annotations.NullMarked;
