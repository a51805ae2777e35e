/** Readers, stores, descriptors and resolvers of bytes. */
@NullMarked
package dev.adk4j.bytes;

import org.jspecify.annotations.NullMarked;
