/**
 * Read-only Spring Data repositories on the storage's tables. Every query requires the tenant,
 * which is the only separation of tenants here. Parts of keys are passed and returned in their
 * stored form; see {@link dev.adk4j.jdbc.TextEscape}.
 */
@NullMarked
package dev.adk4j.jpa.repository;

import org.jspecify.annotations.NullMarked;
