package dev.adk4j.jdbc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record as it is stored.
 *
 * @param id escaped
 * @param values one per column of its table
 */
record Row(RecordTable table, String id, List<@Nullable Object> values) {}
