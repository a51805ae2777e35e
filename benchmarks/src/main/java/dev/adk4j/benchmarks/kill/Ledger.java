package dev.adk4j.benchmarks.kill;

import java.util.concurrent.locks.LockSupport;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The ledger in a database of its own, as a payment provider is.
 *
 * @param keyed a charge with the same turn and number again is the same charge
 */
record Ledger(JdbcTemplate jdbc, boolean keyed) {

  void createTable() {
    jdbc.execute("drop table if exists ledger");
    jdbc.execute("create table ledger (turn varchar(100) not null, n int not null)");
    if (keyed) {
      jdbc.execute("create unique index ledger_once on ledger (turn, n)");
    }
  }

  String charge(String turn, int n) {
    jdbc.update(
        "insert into ledger (turn, n) values (?, ?)" + (keyed ? " on conflict do nothing" : ""),
        turn,
        n);
    LockSupport.parkNanos(FiveCharges.TAKES.toNanos());
    return "charged";
  }

  /** The charges beyond the first of each turn and number. */
  int doubled() {
    return number(
        "select coalesce(sum(c - 1), 0) from (select count(*) c from ledger group by turn, n) t");
  }

  /** The charges that never happened, of so many turns. */
  int missing(int turns) {
    return turns * FiveCharges.CHARGES
        - number("select count(*) from (select distinct turn, n from ledger) t");
  }

  private int number(String sql) {
    Integer found = jdbc.queryForObject(sql, Integer.class);
    return found == null ? 0 : found;
  }
}
