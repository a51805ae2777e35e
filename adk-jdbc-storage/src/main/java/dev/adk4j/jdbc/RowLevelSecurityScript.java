package dev.adk4j.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes the SQL by which PostgreSQL itself keeps tenants apart, with the schema and the table
 * names of the options. To be run as the owner of the tables, after the migrations and again after
 * each of them; it may be run any number of times.
 */
public final class RowLevelSecurityScript {

  private static final String RESOURCE = "/db/adk/postgresql-row-level-security.sql";

  private RowLevelSecurityScript() {}

  /**
   * Returns the script: policies for all tables with a tenant, and the roles' rights on all tables.
   *
   * @param applicationRole the role that the application connects as: neither a superuser nor the
   *     tables' owner, who sees every row; it has to exist
   * @param maintenanceRole the role of {@link JdbcStorageOptions#maintenance()}, to which every row
   *     is shown; null for none, or where that is the owner
   */
  public static String of(
      JdbcStorageOptions options, String applicationRole, @Nullable String maintenanceRole) {
    new Violations()
        .requiredText(applicationRole, "$.applicationRole")
        .optionalText(maintenanceRole, "$.maintenanceRole")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    Names names = new Names(null, options.tablePrefix());
    String prefix = options.tablePrefix().toLowerCase(Locale.ROOT);
    StringBuilder script = new StringBuilder("begin;\n");
    if (options.schema() != null) {
      script.append("set local search_path = ").append(options.schema()).append(";\n");
    }
    script.append(SchemaScript.resource(RESOURCE).replace("'adk_", "'" + prefix));
    grant(script, names, applicationRole);
    if (maintenanceRole != null) {
      grant(script, names, maintenanceRole);
      for (String table : ExpectedTables.withTenant()) {
        String on = " on " + names.plain(table);
        script
            .append("drop policy if exists adk_maintenance")
            .append(on)
            .append(";\ncreate policy adk_maintenance")
            .append(on)
            .append(" to ")
            .append(quoted(maintenanceRole))
            .append(" using (true) with check (true);\n");
      }
    }
    return script.append("commit;\n").toString();
  }

  private static void grant(StringBuilder script, Names names, String role) {
    List<String> tables = ExpectedTables.all().stream().map(names::plain).toList();
    script
        .append("do $adk$ begin execute format('grant usage on schema %I to ")
        .append(quoted(role).replace("'", "''").replace("%", "%%"))
        .append("', current_schema()); end $adk$;\n")
        .append("grant select, insert, update, delete on ")
        .append(String.join(", ", tables))
        .append(" to ")
        .append(quoted(role))
        .append(";\n");
  }

  private static String quoted(String role) {
    return '"' + role.replace("\"", "\"\"") + '"';
  }
}
