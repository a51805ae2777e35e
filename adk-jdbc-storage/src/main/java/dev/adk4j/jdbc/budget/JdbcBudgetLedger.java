package dev.adk4j.jdbc.budget;

import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.prompt.budget.BudgetLedger;
import dev.adk4j.prompt.budget.BudgetLimit;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;

/**
 * Stores the budget usage of conversations, subjects and tenants in the storage's database. Usage
 * survives a restart, and all nodes share the accounts. The database adds up the charges, so
 * concurrent charges are never lost. A charge to several accounts applies to all or none.
 *
 * <p>If the connection breaks during the commit of a charge, {@link dev.adk4j.prompt.budget.Budget}
 * repeats it: the charge may count twice, but is never lost.
 *
 * <p>Erasing a conversation, subject or tenant also erases its accounts and so resets the budget;
 * see {@link dev.adk4j.jdbc.ErasureTarget}. {@link dev.adk4j.jdbc.ErasureTarget.OlderThan} erases
 * accounts of ended days and months.
 *
 * <p>Every call is a separate transaction that never joins the caller's. Throws the errors of
 * {@link dev.adk4j.jdbc.JdbcPersistentStorage}. Thread-safe.
 *
 * @since 0.1.0
 */
public final class JdbcBudgetLedger implements BudgetLedger {

  /** Lock order of all writers, which prevents deadlocks. */
  private static final Comparator<Key> ORDER =
      Comparator.comparing(Key::tenant)
          .thenComparing(Key::level)
          .thenComparing(Key::owner)
          .thenComparing(Key::period);

  /** Decimal places of a stored cost. */
  private static final int SCALE = 18;

  private static final String KEY = " where tenant = ? and level = ? and owner = ? and period = ?";

  private final StorageConnections connections;
  private final InstantSource clock;
  private final StorageSql sql;

  private JdbcBudgetLedger(StorageConnections connections, InstantSource clock) {
    this.connections = connections;
    this.clock = clock;
    this.sql = new StorageSql(connections::table, connections.isPostgres());
  }

  /**
   * Returns a ledger with the system clock. Opens a connection to detect the database. The tables
   * must exist: see {@link dev.adk4j.jdbc.AdkSchema}.
   */
  public static JdbcBudgetLedger of(DataSource dataSource, JdbcStorageOptions options) {
    return of(dataSource, options, InstantSource.system());
  }

  /**
   * Returns a ledger.
   *
   * @param clock source of the times at which an account is created and charged
   */
  public static JdbcBudgetLedger of(
      DataSource dataSource, JdbcStorageOptions options, InstantSource clock) {
    return new JdbcBudgetLedger(StorageConnections.of(dataSource, options), clock);
  }

  @Override
  public BudgetLedger.Usage usage(BudgetLedger.Account account) {
    Key key = Key.of(account);
    String select = "select generations, tokens, cost from {adk_budget}" + KEY;
    return connections
        .single(
            "reading an account of a budget",
            key.tenant(),
            c -> sql.on(c).query(row -> usage(row, 1), select, key.columns()))
        .stream()
        .findFirst()
        .orElse(BudgetLedger.Usage.NONE);
  }

  /**
   * Charges accounts. With row-level security, all accounts must belong to one tenant, like those
   * of a turn.
   */
  @Override
  public void charge(List<BudgetLedger.Account> accounts, BudgetLedger.Usage usage) {
    List<Key> keys = accounts.stream().map(Key::of).distinct().sorted(ORDER).toList();
    if (keys.isEmpty()) {
      return;
    }
    connections.transaction(
        "charging a budget",
        keys.getFirst().tenant(),
        connection -> {
          for (Key key : keys) {
            charge(sql.on(connection), key, usage);
          }
          return true;
        });
  }

  /** Charges an account. If another writer creates the account first, adds to that account. */
  private void charge(Statements on, Key key, BudgetLedger.Usage usage) throws SQLException {
    long now = clock.millis();
    List<Object> parameters =
        List.of(usage.generations(), usage.tokens(), stored(usage.cost()), now, key.columns());
    String add =
        "update {adk_budget} set generations = generations + ?, tokens = tokens + ?,"
            + " cost = cost + ?, updated_at = ?"
            + KEY;
    String insert =
        "insert into {adk_budget} (generations, tokens, cost, updated_at, tenant, level, owner,"
            + " period, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    if (on.update(add, parameters) == 0) {
      on.update(insert, parameters, now);
    }
  }

  /** Rounds a cost up to the column's scale, so rounding never lets usage exceed a limit. */
  private static BigDecimal stored(BigDecimal cost) {
    return cost.scale() <= SCALE ? cost : cost.setScale(SCALE, RoundingMode.UP);
  }

  /** Returns all accounts of a tenant with their usage. */
  public Map<BudgetLedger.Account, BudgetLedger.Usage> accounts(String tenant) {
    String stored = StorageConnections.key(tenant, "$.tenant");
    String list =
        "select level, owner, period, generations, tokens, cost from {adk_budget}"
            + " where tenant = ? order by level, owner, period";
    return connections.single(
        "listing accounts of budgets",
        stored,
        connection -> {
          Map<BudgetLedger.Account, BudgetLedger.Usage> found = new LinkedHashMap<>();
          sql.on(connection)
              .query(
                  row ->
                      found.put(
                          new BudgetLedger.Account(
                              BudgetLimit.Level.valueOf(row.getString(1).toUpperCase(Locale.ROOT)),
                              tenant,
                              TextEscape.unescape(row.getString(2)),
                              row.getString(3)),
                          usage(row, 4)),
                  list,
                  stored);
          return found;
        });
  }

  /** Removes an account, which resets its budget. Does nothing if the account does not exist. */
  public void forget(BudgetLedger.Account account) {
    Key key = Key.of(account);
    connections.single(
        "forgetting an account of a budget",
        key.tenant(),
        c -> sql.on(c).update("delete from {adk_budget}" + KEY, key.columns()));
  }

  private static BudgetLedger.Usage usage(ResultSet row, int first) throws SQLException {
    return new BudgetLedger.Usage(
        row.getLong(first),
        row.getLong(first + 1),
        row.getBigDecimal(first + 2).stripTrailingZeros());
  }

  /** Key of an account in the table. */
  private record Key(String tenant, String level, String owner, String period) {

    static Key of(BudgetLedger.Account account) {
      return new Key(
          StorageConnections.key(account.tenant(), "$.tenant"),
          account.level().wire(),
          StorageConnections.key(account.key(), "$.key"),
          account.period());
    }

    List<String> columns() {
      return List.of(tenant, level, owner, period);
    }
  }
}
