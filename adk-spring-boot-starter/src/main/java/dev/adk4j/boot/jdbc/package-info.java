/**
 * Auto-configuration of the storage over a {@code DataSource}: tables, callbacks and maintenance.
 */
@NullMarked
package dev.adk4j.boot.jdbc;

import org.jspecify.annotations.NullMarked;
