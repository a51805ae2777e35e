package dev.adk4j.jdbc;

import dev.adk4j.error.Violations;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Administers stored data outside of turns: lists conversations, sets a tenant's standing
 * instructions, erases data and cleans up bytes. Performs no authorization: the application must
 * check that the caller may access the given tenants and subjects. Throws the errors of {@link
 * JdbcPersistentStorage}. Thread-safe, also while turns run.
 *
 * @since 0.1.0
 */
public final class AdkStorageAdmin {

  /** Largest supported difference between the clocks of two nodes. */
  private static final Duration CLOCKS_APART = Duration.ofMinutes(10);

  private final Database database;
  private final WriteExecutor executor;
  private final RecordReader reader;
  private final ConversationList conversations;
  private final Eraser eraser;
  private final InstantSource clock;
  private final List<ErasureGuard> guards;

  private AdkStorageAdmin(
      DataSource dataSource,
      JdbcStorageOptions options,
      InstantSource clock,
      List<ErasureGuard> guards) {
    this.database = new Database(dataSource, options);
    this.executor = new WriteExecutor(database, clock);
    this.reader = new RecordReader(database);
    this.conversations = new ConversationList(database);
    this.eraser = new Eraser(database);
    this.clock = clock;
    this.guards = List.copyOf(guards);
  }

  public static AdkStorageAdmin of(DataSource dataSource) {
    return of(dataSource, JdbcStorageOptions.DEFAULT);
  }

  /** Returns an admin without erasure guards. Opens a connection to detect the database. */
  public static AdkStorageAdmin of(DataSource dataSource, JdbcStorageOptions options) {
    return of(dataSource, options, InstantSource.system());
  }

  public static AdkStorageAdmin of(
      DataSource dataSource, JdbcStorageOptions options, InstantSource clock) {
    return of(dataSource, options, clock, List.of());
  }

  /**
   * Returns an admin.
   *
   * @param clock source of the current time
   * @param guards guards around every erasure, the outermost first
   */
  public static AdkStorageAdmin of(
      DataSource dataSource,
      JdbcStorageOptions options,
      InstantSource clock,
      List<ErasureGuard> guards) {
    return new AdkStorageAdmin(dataSource, options, clock, guards);
  }

  /**
   * Returns one page of a tenant's conversations. Conversations that hold only bytes or
   * retrievables are not listed.
   */
  public ConversationPage conversations(ConversationQuery query) {
    return SqlErrors.translating("listing conversations", () -> conversations.page(query));
  }

  public Optional<ConversationSummary> conversation(String tenant, String conversation) {
    return SqlErrors.translating(
        "looking for a conversation", () -> conversations.find(tenant, conversation));
  }

  /** Returns the standing instructions for all subjects of the tenant, in order. */
  public List<String> standingInstructions(String tenant) {
    return reader
        .newest(RecordTable.STANDING_INSTRUCTION, Owner.ofTenant(tenant), Integer.MAX_VALUE)
        .stream()
        .map(StandingInstructions::text)
        .toList();
  }

  /** Replaces the standing instructions for all subjects of the tenant in a single transaction. */
  public void setStandingInstructions(String tenant, List<String> texts) {
    Owner owner = Owner.ofTenant(tenant);
    SqlErrors.translating(
        "setting standing instructions",
        () ->
            database.transaction(
                owner.tenant(),
                on -> {
                  String delete =
                      "delete from {adk_standing_instruction} where tenant = ? and subject = ''";
                  database.dialect().lockOwner(on, owner);
                  on.update(delete, owner.tenant());
                  List<WriteOp> ops =
                      texts.stream().map(text -> StandingInstructions.store(owner, text)).toList();
                  return new CarefulWriter(database).run(on, ops, clock.millis());
                }));
  }

  /**
   * Adds a standing instruction for all subjects of the tenant. Does nothing if the same text
   * exists.
   */
  public void addStandingInstruction(String tenant, String text) {
    executor.execute(List.of(StandingInstructions.store(Owner.ofTenant(tenant), text)));
  }

  /** Removes a standing instruction of the tenant. Does nothing if the text does not exist. */
  public void removeStandingInstruction(String tenant, String text) {
    executor.execute(List.of(StandingInstructions.delete(Owner.ofTenant(tenant), text)));
  }

  /** Counts the rows that {@link #erase} would erase now. Changes nothing. */
  public ErasureReport preview(ErasureTarget target) {
    ErasureReport count =
        SqlErrors.translating(
            "counting the rows to erase", () -> eraser.count(ErasurePlan.of(target)));
    for (ErasureGuard guard : guards) {
      count = count.plus(guard.preview(target));
    }
    return count;
  }

  /**
   * Erases the target permanently, bytes included. Each conversation is erased in a separate
   * transaction; after a failure, call this method again. A turn that still runs in an erased
   * conversation recreates the conversation with its next write, unless a guard has stopped the
   * turn.
   *
   * @return counts of the rows that this call erased
   */
  public ErasureReport erase(ErasureTarget target) {
    Supplier<ErasureReport> erasure =
        () -> SqlErrors.translating("erasing", () -> eraser.erase(ErasurePlan.of(target)));
    for (ErasureGuard guard : guards.reversed()) {
      Supplier<ErasureReport> guarded = erasure;
      erasure = () -> guard.around(this, target, guarded);
    }
    return erasure.get();
  }

  /**
   * Removes unused bytes older than the age: uploads that no stored record references, replaced or
   * deleted content, and content that no record of its conversation references any longer. Readers
   * of removed content fail afterwards. So do uploads that are still running and turns that have
   * not stored their record yet: the age must exceed the longest upload, turn and read. Call this
   * method regularly. References from records are checked again when the last check is older than
   * the age.
   *
   * @param age at least one minute
   * @return number of contents removed
   */
  public long cleanUpBytes(Duration age) {
    Violations.require(
        age.compareTo(Duration.ofMinutes(1)) >= 0, "$.age", "range", "must be at least one minute");
    long now = clock.millis();
    long before = now - age.toMillis();
    return SqlErrors.translating(
        "cleaning up bytes",
        () -> {
          new BlobSweep(database).run(before, now);
          return new BlobRemoval(database)
              .remove(
                  "",
                  Condition.of(
                      "(completed_at is null and created_at < ?) or replaced_at < ?",
                      before,
                      before))
              .blobs();
        });
  }

  /**
   * Removes rate counts of periods that have ended; see {@link
   * dev.adk4j.jdbc.limit.JdbcRateCounter}. Call this method regularly.
   *
   * @return number of counts removed
   */
  public long cleanUpRates() {
    String delete = "delete from {adk_rate} where ends_at < ?";
    long before = clock.millis() - CLOCKS_APART.toMillis();
    return SqlErrors.translating(
        "cleaning up counts", () -> database.repeated("", on -> on.update(delete, before)));
  }
}
