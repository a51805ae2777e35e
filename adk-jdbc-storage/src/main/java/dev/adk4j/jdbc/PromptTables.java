package dev.adk4j.jdbc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tables and columns that budgets and summaries need. */
final class PromptTables {

  private PromptTables() {}

  static Map<String, List<String>> columns() {
    Map<String, List<String>> tables = new LinkedHashMap<>();
    tables.put(
        Names.BUDGET,
        List.of(
            "tenant",
            "level",
            "owner",
            "period",
            "generations",
            "tokens",
            "cost",
            "created_at",
            "updated_at"));
    tables.put(
        Names.SUMMARY,
        List.of(
            "tenant", "conversation", "summary", "covered_through", "created_at", "updated_at"));
    return tables;
  }
}
