package dev.adk4j.jdbc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stored form of a record.
 *
 * @param id escaped id
 * @param values one value per column of the table
 */
record Row(RecordTable table, String id, List<@Nullable Object> values) {}
