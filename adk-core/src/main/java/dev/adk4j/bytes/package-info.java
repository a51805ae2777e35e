/** Where bytes live: readers, stores, descriptors and resolvers. */
@NullMarked
package dev.adk4j.bytes;

import org.jspecify.annotations.NullMarked;
