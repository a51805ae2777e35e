package dev.adk4j.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * What no turn may do: list conversations, set what a whole tenant is told, erase, and clean up
 * bytes. Takes tenants and subjects as arguments and checks nobody's rights: that is for the
 * application. Errors as in {@link JdbcPersistentStorage}. Safe for concurrent use, also while
 * turns run.
 */
public final class AdkStorageAdmin {

  /** By how much a node may be behind, and still count in a period. */
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
    this.database = Database.of(dataSource, options);
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

  /** Asks the database for its name. */
  public static AdkStorageAdmin of(DataSource dataSource, JdbcStorageOptions options) {
    return of(dataSource, options, InstantSource.system());
  }

  public static AdkStorageAdmin of(
      DataSource dataSource, JdbcStorageOptions options, InstantSource clock) {
    return of(dataSource, options, clock, List.of());
  }

  /**
   * @param guards what stands around every erasure, the outermost first
   */
  public static AdkStorageAdmin of(
      DataSource dataSource,
      JdbcStorageOptions options,
      InstantSource clock,
      List<ErasureGuard> guards) {
    return new AdkStorageAdmin(dataSource, options, clock, guards);
  }

  /**
   * One page of a tenant's conversations; conversations in which only bytes or retrievables were
   * stored are not listed.
   */
  public ConversationPage conversations(ConversationQuery query) {
    return doing("listing conversations", () -> conversations.page(query));
  }

  public Optional<ConversationSummary> conversation(String tenant, String conversation) {
    return doing("looking for a conversation", () -> conversations.find(tenant, conversation));
  }

  /** What every subject of the tenant is told, in order. */
  public List<String> standingInstructions(String tenant) {
    return reader
        .newest(RecordTable.STANDING_INSTRUCTION, Owner.ofTenant(tenant), Integer.MAX_VALUE)
        .stream()
        .map(StandingInstructions::text)
        .toList();
  }

  /** Replaces what every subject of the tenant is told, in one step. */
  public void setStandingInstructions(String tenant, List<String> texts) {
    Owner owner = Owner.ofTenant(tenant);
    doing(
        "setting standing instructions",
        () ->
            database.transaction(
                owner.tenant(),
                connection -> {
                  CarefulWriter writer = new CarefulWriter(database);
                  String sql =
                      "delete from "
                          + database.names().of(RecordTable.STANDING_INSTRUCTION)
                          + " where tenant = ? and subject = ''";
                  database.dialect().lockOwner(connection, database.names(), owner);
                  try (PreparedStatement delete = connection.prepareStatement(sql)) {
                    delete.setString(1, owner.tenant());
                    delete.executeUpdate();
                  }
                  List<WriteOp> ops = texts.stream().map(text -> store(owner, text)).toList();
                  return writer.run(connection, ops, clock.millis());
                }));
  }

  /** Adds an instruction for every subject of the tenant; one with the same text is there once. */
  public void addStandingInstruction(String tenant, String text) {
    executor.execute(List.of(store(Owner.ofTenant(tenant), text)));
  }

  /** Removes an instruction of the tenant; where there is none with the text, nothing changes. */
  public void removeStandingInstruction(String tenant, String text) {
    String id = StandingInstructions.id(text);
    executor.execute(
        List.of(new WriteOp.Delete(RecordTable.STANDING_INSTRUCTION, Owner.ofTenant(tenant), id)));
  }

  /** What {@link #erase} would erase now. Changes nothing. */
  public ErasureReport preview(ErasureTarget target) {
    return doing(
        "counting what would be erased",
        () -> eraser.count(ErasurePlan.of(target, database.names())));
  }

  /**
   * Erases the target, bytes included, for good. Each conversation goes in a transaction of its
   * own; after a failure, do it again. A turn that still runs in an erased conversation, and that
   * no guard has stopped, starts it anew with what it stores next.
   *
   * @return how much was erased by this call
   */
  public ErasureReport erase(ErasureTarget target) {
    Supplier<ErasureReport> erasure =
        () -> doing("erasing", () -> eraser.erase(ErasurePlan.of(target, database.names())));
    for (ErasureGuard guard : guards.reversed()) {
      Supplier<ErasureReport> guarded = erasure;
      erasure = () -> guard.around(this, target, guarded);
    }
    return erasure.get();
  }

  /**
   * Removes bytes that nobody needs any more: those that were begun that long ago and that no
   * stored record has named since, contents that were replaced or deleted that long ago, and
   * contents that became current that long ago and that no record of their conversation names any
   * more. A reader of such content fails afterwards, and so does an upload that still runs and a
   * turn that still has to store its record, so the age must exceed the longest of all three. To be
   * called from time to time; whether a record names a content is looked up again when the last
   * look is as old.
   *
   * @param age of at least one minute
   * @return how many contents were removed
   */
  public long cleanUpBytes(Duration age) {
    new Violations()
        .check(
            age.compareTo(Duration.ofMinutes(1)) >= 0,
            "$.age",
            "range",
            "must be at least one minute")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    long now = clock.millis();
    long before = now - age.toMillis();
    return doing(
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
   * Removes what was counted in periods that are over; see {@link
   * dev.adk4j.jdbc.limit.JdbcRateCounter}. To be called from time to time.
   *
   * @return how many counts were removed
   */
  public long cleanUpRates() {
    return doing(
        "cleaning up counts",
        () ->
            Retry.onLostRace(
                () ->
                    database.write(
                        "",
                        connection -> {
                          try (PreparedStatement statement =
                              connection.prepareStatement(
                                  "delete from "
                                      + database.names().of(Names.RATE)
                                      + " where ends_at < ?")) {
                            statement.setLong(1, clock.millis() - CLOCKS_APART.toMillis());
                            return statement.executeLargeUpdate();
                          }
                        })));
  }

  private static WriteOp store(Owner owner, String text) {
    Row row = StandingInstructions.row(text);
    return new WriteOp.Store(owner, row, row::equals);
  }

  private static <T> T doing(String what, Retry.Call<T> call) {
    try {
      return call.run();
    } catch (SQLException e) {
      throw SqlErrors.translate(what, e);
    }
  }
}
