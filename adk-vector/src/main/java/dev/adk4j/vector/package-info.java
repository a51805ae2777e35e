/**
 * Vector stores: query builder, filter algebra, plans, the backend port, the in-memory backend and
 * the retrieval glue.
 */
@NullMarked
package dev.adk4j.vector;

import org.jspecify.annotations.NullMarked;
