/**
 * JPA entities of the tables, for queries. They are immutable: only the storage writes rows. Texts
 * are unescaped, and times are {@link java.time.Instant}s. Parts of keys are returned in their
 * stored form; see {@link dev.adk4j.jdbc.TextEscape}.
 */
// Long texts have the type VARCHAR and the length of a large object: with the type that the length
// implies, H2 gets literals without quotes; as LONG32VARCHAR, PostgreSQL gets no like.
@NullMarked
package dev.adk4j.jpa.entity;

import org.jspecify.annotations.NullMarked;
