/** Memory store on a collection of a vector database. */
@NullMarked
package dev.adk4j.memory.vector;

import org.jspecify.annotations.NullMarked;
