package dev.adk4j.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Generates the SQL of PostgreSQL's row-level security policies, which separate tenants, with the
 * schema and table names of the options. Run the script as the owner of the tables after every
 * migration. It is idempotent.
 *
 * @since 0.1.0
 */
public final class RowLevelSecurityScript {

  private static final String RESOURCE = "/db/adk/postgresql-row-level-security.sql";

  private RowLevelSecurityScript() {}

  /**
   * Returns the script: policies for all tables with a tenant, and the roles' privileges on all
   * tables.
   *
   * @param applicationRole existing role of the application's connections; must be neither a
   *     superuser nor the tables' owner, because both see every row
   * @param maintenanceRole role of {@link JdbcStorageOptions#maintenance()}, which sees every row;
   *     null if there is none or if it is the owner
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
        script.append(
            """
            drop policy if exists adk_maintenance on %1$s;
            create policy adk_maintenance on %1$s to %2$s using (true) with check (true);
            """
                .formatted(names.plain(table), quoted(maintenanceRole)));
      }
    }
    return script.append("commit;\n").toString();
  }

  private static void grant(StringBuilder script, Names names, String role) {
    List<String> tables = ExpectedTables.all().stream().map(names::plain).toList();
    script.append(
        """
        do $adk$ begin execute format('grant usage on schema %%I to %s', current_schema()); end $adk$;
        grant select, insert, update, delete on %s to %s;
        """
            .formatted(
                quoted(role).replace("'", "''").replace("%", "%%"),
                String.join(", ", tables),
                quoted(role)));
  }

  private static String quoted(String role) {
    return '"' + role.replace("\"", "\"\"") + '"';
  }
}
