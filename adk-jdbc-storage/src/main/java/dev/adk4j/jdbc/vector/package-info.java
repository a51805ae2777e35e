/** Vector backend on PostgreSQL with the pgvector extension, over plain JDBC. */
@NullMarked
package dev.adk4j.jdbc.vector;

import org.jspecify.annotations.NullMarked;
