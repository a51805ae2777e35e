/**
 * JSON Schema, validated by a maintained library: the shape of tool arguments and of gate
 * resolutions.
 */
@NullMarked
package dev.adk4j.schema;

import org.jspecify.annotations.NullMarked;
