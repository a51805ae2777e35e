/** Helps to write the queries of an artifact type: schema and reading of arguments, limits. */
@NullMarked
package dev.adk4j.artifact.query;

import org.jspecify.annotations.NullMarked;
