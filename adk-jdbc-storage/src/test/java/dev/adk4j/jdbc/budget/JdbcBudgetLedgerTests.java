package dev.adk4j.jdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.AdkSchema;
import dev.adk4j.jdbc.AdkSchemaMode;
import dev.adk4j.jdbc.AtOnce;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.OnSharedDatabase;
import dev.adk4j.jdbc.StorageErrorCode;
import dev.adk4j.prompt.budget.BudgetLedger;
import dev.adk4j.prompt.budget.BudgetLimit;
import dev.adk4j.test.MutableClock;
import dev.adk4j.value.Ids;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is charged is there: for every node, after a restart, whoever charges at the same time. */
class JdbcBudgetLedgerTests extends OnSharedDatabase {

  private static final BudgetLedger.Usage USAGE =
      new BudgetLedger.Usage(1, 100, new BigDecimal("0.00132"));

  private final JdbcBudgetLedger ledger = node();

  JdbcBudgetLedgerTests(DatabaseKind kind) {
    super(kind);
  }

  /** As after a restart, or in another process: nothing but the database is shared. */
  private JdbcBudgetLedger node() {
    return JdbcBudgetLedger.of(database.dataSource(), JdbcStorageOptions.DEFAULT);
  }

  private BudgetLedger.Account conversation(String key) {
    return new BudgetLedger.Account(BudgetLimit.Level.CONVERSATION, tenant, key, "");
  }

  private BudgetLedger.Account subject(String period) {
    return new BudgetLedger.Account(BudgetLimit.Level.SUBJECT, tenant, "ann", period);
  }

  private BudgetLedger.Account tenant(String period) {
    return new BudgetLedger.Account(BudgetLimit.Level.TENANT, tenant, "", period);
  }

  @Test
  void newAccountHasNoUsage() {
    assertThat(ledger.usage(conversation("c"))).isEqualTo(BudgetLedger.Usage.NONE);
  }

  @Test
  void chargesAddUpInEveryAccountAndAreThereForOtherNodes() {
    ledger.charge(List.of(conversation("c"), subject("2026-11"), tenant("")), USAGE);
    node().charge(List.of(conversation("d"), subject("2026-11"), tenant("")), USAGE);

    BudgetLedger.Usage twice = new BudgetLedger.Usage(2, 200, new BigDecimal("0.00264"));
    assertThat(node().usage(conversation("c"))).isEqualTo(USAGE);
    assertThat(node().usage(subject("2026-11"))).isEqualTo(twice);
    assertThat(node().usage(tenant(""))).isEqualTo(twice);
    assertThat(node().usage(subject("2026-12")))
        .as("a new month")
        .isEqualTo(BudgetLedger.Usage.NONE);
    assertThat(node().usage(tenant("2026-11"))).isEqualTo(BudgetLedger.Usage.NONE);
  }

  @Test
  void chargesADuplicateAccountOnce() {
    ledger.charge(List.of(tenant(""), conversation("c"), tenant("")), USAGE);

    assertThat(ledger.usage(tenant(""))).isEqualTo(USAGE);
  }

  @Test
  void anotherTenantsAccountIsAnother() {
    ledger.charge(List.of(conversation("c")), USAGE);
    assertThat(
            ledger.usage(
                new BudgetLedger.Account(
                    BudgetLimit.Level.CONVERSATION, tenant + "-other", "c", "")))
        .isEqualTo(BudgetLedger.Usage.NONE);
    assertThat(ledger.usage(new BudgetLedger.Account(BudgetLimit.Level.SUBJECT, tenant, "c", "")))
        .isEqualTo(BudgetLedger.Usage.NONE);
  }

  @Test
  void noChargeIsLostHoweverManyAreMadeAtOnce() throws Exception {
    chargeAtOnce(8);
  }

  @Test
  @Tag("slow")
  void noneOfTwoHundredChargesIsLost() throws Exception {
    chargeAtOnce(25);
  }

  private void chargeAtOnce(int charges) throws Exception {
    int writers = 8;
    AtOnce.run(
        writers,
        n -> {
          JdbcBudgetLedger own = node();
          for (int i = 0; i < charges; i++) {
            // in another order each, so that writers would wait for each other
            List<BudgetLedger.Account> accounts =
                n % 2 == 0
                    ? List.of(tenant(""), subject("2026-11"), conversation("c" + i))
                    : List.of(conversation("c" + i), subject("2026-11"), tenant(""));
            own.charge(accounts, USAGE);
          }
        });

    int all = writers * charges;
    BudgetLedger.Usage expected =
        new BudgetLedger.Usage(
            all, 100L * all, USAGE.cost().multiply(BigDecimal.valueOf(all)).stripTrailingZeros());
    assertThat(ledger.usage(tenant(""))).isEqualTo(expected);
    assertThat(ledger.usage(subject("2026-11"))).isEqualTo(expected);
    assertThat(ledger.usage(conversation("c7")).generations()).isEqualTo(writers);
  }

  @Test
  void aChargeToSeveralAccountsIsMadeToAllOrNone() {
    BudgetLedger.Account tooLong = conversation("x".repeat(801));
    assertThatThrownBy(() -> ledger.charge(List.of(tenant(""), tooLong), USAGE))
        .matches(e -> AdkException.is(e, AdkErrorCode.VALIDATION_EXCEPTION));
    BudgetLedger.Usage tooMuch = new BudgetLedger.Usage(1, Long.MAX_VALUE, BigDecimal.ZERO);
    ledger.charge(List.of(tenant("")), USAGE);
    // sorted, the conversation comes first and is taken back when the tenant overflows
    assertThatThrownBy(() -> ledger.charge(List.of(conversation("c"), tenant("")), tooMuch))
        .matches(e -> AdkException.is(e, StorageErrorCode.E_STORAGE_FAILED));

    assertThat(ledger.usage(conversation("c"))).isEqualTo(BudgetLedger.Usage.NONE);
    assertThat(ledger.usage(tenant(""))).isEqualTo(USAGE);
  }

  @Test
  void costsAreExactAndNeverRoundedDown() {
    ledger.charge(
        List.of(tenant("")), new BudgetLedger.Usage(1, 1, new BigDecimal("0.000000000000000001")));
    ledger.charge(
        List.of(tenant("")), new BudgetLedger.Usage(1, 1, new BigDecimal("0.0000000000000000001")));
    assertThat(ledger.usage(tenant("")).cost()).isEqualByComparingTo("0.000000000000000002");
  }

  @Test
  void keysKeepCharactersRefusedByDatabases() {
    String tricky = "a\u0000b\ud800c\u0010d";
    ledger.charge(List.of(conversation(tricky)), USAGE);
    assertThat(node().usage(conversation(tricky))).isEqualTo(USAGE);
    assertThat(ledger.accounts(tenant)).isEqualTo(Map.of(conversation(tricky), USAGE));
  }

  @Test
  void accountsAreListedAndForgotten() {
    ledger.charge(List.of(tenant("2026-11"), subject("")), USAGE);
    assertThat(ledger.accounts(tenant)).containsOnlyKeys(tenant("2026-11"), subject(""));
    ledger.forget(subject(""));
    ledger.forget(subject(""));
    assertThat(ledger.accounts(tenant)).containsOnlyKeys(tenant("2026-11"));
  }

  @Test
  void rowsSayWhenTheyWereBegunAndLastCharged() {
    MutableClock clock = MutableClock.at(Instant.ofEpochMilli(1000));
    JdbcBudgetLedger timed =
        JdbcBudgetLedger.of(database.dataSource(), JdbcStorageOptions.DEFAULT, clock);
    timed.charge(List.of(tenant("")), USAGE);
    clock.advance(Duration.ofSeconds(1));
    timed.charge(List.of(tenant("")), USAGE);
    assertThat(
            database.query(
                "select created_at, updated_at from adk_budget where tenant = '" + tenant + "'"))
        .containsExactly("1000|2000");
  }

  @Test
  void worksInASchemaAndWithATablePrefixOfOnesOwn() {
    String schema = "s" + Ids.next().replace("-", "");
    database.execute("create schema " + schema);
    JdbcStorageOptions options =
        JdbcStorageOptions.DEFAULT.withSchema(schema).withTablePrefix("own_");
    AdkSchema.of(database.dataSource(), options).apply(AdkSchemaMode.CREATE_IF_MISSING);
    JdbcBudgetLedger own = JdbcBudgetLedger.of(database.dataSource(), options);
    own.charge(List.of(tenant("")), USAGE);
    assertThat(own.usage(tenant(""))).isEqualTo(USAGE);
    assertThat(ledger.usage(tenant(""))).isEqualTo(BudgetLedger.Usage.NONE);
    assertThat(database.count("select count(*) from " + schema + ".own_budget")).isEqualTo(1);
  }
}
