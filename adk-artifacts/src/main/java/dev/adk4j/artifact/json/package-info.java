/** Provides JSON, JSON5 and JSON lines as artifacts with JSONPath queries. */
@NullMarked
package dev.adk4j.artifact.json;

import org.jspecify.annotations.NullMarked;
