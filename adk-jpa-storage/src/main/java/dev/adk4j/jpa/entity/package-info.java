/**
 * JPA entities of the tables, for queries. They are immutable: only the storage writes rows. Texts
 * are unescaped, and times are {@link java.time.Instant}s. Parts of keys are returned in their
 * stored form; see {@link dev.adk4j.jdbc.TextEscape}.
 */
@NullMarked
package dev.adk4j.jpa.entity;

import org.jspecify.annotations.NullMarked;
