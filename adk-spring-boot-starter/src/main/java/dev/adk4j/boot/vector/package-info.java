/** Vector store as beans: encoder, backend and client. */
@NullMarked
package dev.adk4j.boot.vector;

import org.jspecify.annotations.NullMarked;
