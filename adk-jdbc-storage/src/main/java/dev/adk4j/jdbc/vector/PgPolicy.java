package dev.adk4j.jdbc.vector;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Policy of row-level security on a collection's table. It also applies to the table's owner,
 * because the application's role creates the tables at run time.
 *
 * <p>A record belongs to the tenant in the stamp of an ingestion, or to the tenant in the field
 * {@code tenant} of its metadata. Records with neither are visible to all tenants.
 */
final class PgPolicy {

  /** Setting of a transaction: the tenant as JSON. */
  static final String SETTING = "adk.collection_tenant";

  private static final String STAMP = "adk-documents:";

  private static final String COMPLETE = "adk-complete:";

  /**
   * Expression: a JSON list that begins with the record's tenant; null for a record of all tenants.
   */
  private static final String OWNER =
      "case when metadata ->> 'index' like '"
          + STAMP
          + "[%' then substr(metadata ->> 'index', "
          + (STAMP.length() + 1)
          + ") when id like '"
          + COMPLETE
          + "[%' then substr(id, "
          + (COMPLETE.length() + 1)
          + ") when metadata ? 'tenant' then '[' || (metadata -> 'tenant')::text || ']' end";

  private static final String PASSES =
      "((" + OWNER + ") is null or coalesce(" + begins("]") + " or " + begins(",") + ", false))";

  private PgPolicy() {}

  private static String begins(String end) {
    return "starts_with(%s, '[' || current_setting('%s', true) || '%s')"
        .formatted(OWNER, SETTING, end);
  }

  /** Creates or replaces the policy. */
  static void apply(Connection connection, String table) throws SQLException {
    PgJdbc.execute(
        connection,
        """
        alter table %1$s enable row level security;
        alter table %1$s force row level security;
        drop policy if exists adk_tenant on %1$s;
        create policy adk_tenant on %1$s using %2$s with check %2$s
        """
            .formatted(table, PASSES));
  }

  /** Returns true if a policy applies to the table and its owner. */
  static boolean isOn(Connection connection, String table) throws SQLException {
    return PgJdbc.exists(
        connection,
        Sql.of(
            "select 1 from pg_catalog.pg_class c join pg_catalog.pg_policy p on p.polrelid = c.oid"
                + " where c.oid = to_regclass(?) and c.relrowsecurity and c.relforcerowsecurity"
                + " and p.polname = 'adk_tenant'",
            table));
  }
}
