/**
 * The tables as JPA entities, for queries: register them with a persistence unit and select what
 * you like. They are immutable; rows are written by the storage alone. Texts come unescaped, points
 * in time as {@link java.time.Instant}; only the parts of keys come as they are stored, see {@link
 * dev.adk4j.jdbc.TextEscape}.
 */
@NullMarked
package dev.adk4j.jpa.entity;

import org.jspecify.annotations.NullMarked;
