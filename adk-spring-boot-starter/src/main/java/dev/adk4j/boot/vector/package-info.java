/** The vector store as beans: encoder, backend and store. Retrieval itself is the application's. */
@NullMarked
package dev.adk4j.boot.vector;

import org.jspecify.annotations.NullMarked;
