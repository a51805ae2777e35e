/** Internal. May change without notice. All retrievers of the application as one. */
@NullMarked
package dev.adk4j.boot.internal.retrieval;

import org.jspecify.annotations.NullMarked;
