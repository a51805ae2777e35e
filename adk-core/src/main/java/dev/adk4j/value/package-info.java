/** Values every other room uses: JSON, checksums, ids, the registry, record sets and the scope. */
@NullMarked
package dev.adk4j.value;

import org.jspecify.annotations.NullMarked;
