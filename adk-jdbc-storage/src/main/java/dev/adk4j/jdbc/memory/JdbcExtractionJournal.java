package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.JdbcStorageUnitOfWork;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.ExtractionJournal.BackOff;
import dev.adk4j.memory.journal.ExtractionJournal.Cursor;
import dev.adk4j.memory.journal.ExtractionJournal.JournalEntry;
import dev.adk4j.memory.journal.ExtractionJournal.OpenTurn;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.SaveLease;
import dev.adk4j.memory.journal.ExtractionJournal.SetAside;
import dev.adk4j.memory.journal.ExtractionJournal.StagedBatch;
import dev.adk4j.memory.journal.ExtractionJournal.StoreBacklog;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Extraction journal in the storage's database. Captured messages survive a restart, and all nodes
 * share them. All times, including leases, use the database's clock, so the nodes' clocks need not
 * agree.
 *
 * <p>With the storage's unit of work, a message is captured in the transaction that stores it.
 * Otherwise every call is a separate transaction.
 *
 * <p>With row-level security, operations across conversations (sweeping, backlogs, trimming,
 * retention) need {@link JdbcStorageOptions#maintenance()}; without it they find no rows.
 *
 * <p>Throws the errors of {@link dev.adk4j.jdbc.JdbcPersistentStorage}. Thread-safe.
 *
 * @since 0.1.0
 */
public final class JdbcExtractionJournal implements ExtractionJournal {

  private final StorageConnections connections;
  private final StorageSql sql;
  private final @Nullable JdbcStorageUnitOfWork unitOfWork;
  private final Captures captures;
  private final Turns turns;
  private final Cursors cursors;
  private final Sweeps sweeps;
  private final Asides asides;

  private JdbcExtractionJournal(
      StorageConnections connections, @Nullable JdbcStorageUnitOfWork unitOfWork) {
    this.connections = connections;
    this.sql = new StorageSql(connections::table, connections.isPostgres());
    this.unitOfWork = unitOfWork;
    this.captures = new Captures(sql);
    this.turns = new Turns(sql, captures);
    this.cursors = new Cursors(sql, captures);
    this.sweeps = new Sweeps(sql);
    this.asides = new Asides(sql);
  }

  /**
   * Returns a journal. Opens a connection to detect the database.
   *
   * @param unitOfWork unit of work of the storage on the same database; null if messages are stored
   *     elsewhere
   */
  public static JdbcExtractionJournal of(
      DataSource dataSource,
      JdbcStorageOptions options,
      @Nullable JdbcStorageUnitOfWork unitOfWork) {
    return new JdbcExtractionJournal(StorageConnections.of(dataSource, options), unitOfWork);
  }

  @Override
  public @Nullable JdbcStorageUnitOfWork unitOfWork() {
    return unitOfWork;
  }

  @Override
  public void append(MemoryConversation conversation, List<MemoryMessage> messages) {
    if (!messages.isEmpty()) {
      ConversationKey key = ConversationKey.of(conversation);
      write("capturing messages", key, on -> captures.append(on, key, messages));
    }
  }

  @Override
  public void replace(MemoryConversation conversation, MemoryMessage message) {
    ConversationKey key = ConversationKey.of(conversation);
    write("replacing a captured message", key, on -> captures.replace(on, key, message));
  }

  @Override
  public void remove(MemoryConversation conversation, String messageId) {
    ConversationKey key = ConversationKey.of(conversation);
    write("removing a captured message", key, on -> captures.remove(on, key, messageId));
  }

  private void write(String doing, ConversationKey key, Statements.Work<?> work) {
    if (unitOfWork == null
        || !unitOfWork.alongside(key.tenant(), connection -> work.on(sql.on(connection)))) {
      transaction(doing, key.tenant(), work);
    }
  }

  @Override
  public void openTurn(MemoryConversation conversation, String turnId) {
    ConversationKey key = ConversationKey.of(conversation);
    transaction("opening a turn", key.tenant(), on -> turns.open(on, key, turnId));
  }

  @Override
  public boolean closeTurn(MemoryConversation conversation, String turnId) {
    ConversationKey key = ConversationKey.of(conversation);
    return transaction("closing a turn", key.tenant(), on -> turns.close(on, key, turnId));
  }

  @Override
  public List<OpenTurn> openTurns(MemoryConversation conversation) {
    ConversationKey key = ConversationKey.of(conversation);
    return single("reading open turns", key.tenant(), on -> turns.open(on, key));
  }

  @Override
  public List<OpenTurn> overdueTurns(Duration openFor, int limit) {
    return everywhere(
        "looking for overdue turns", on -> turns.overdue(on, openFor.toMillis(), limit));
  }

  @Override
  public long count(SaveKey key, String trigger) {
    String name = StorageConnections.key(trigger, "$.trigger");
    return changing("counting for a trigger", key, (on, stored) -> cursors.count(on, stored, name));
  }

  @Override
  public boolean request(SaveKey key, BackOff backOff) {
    return changing("requesting a save", key, (on, stored) -> cursors.request(on, stored, backOff));
  }

  @Override
  public void demand(SaveKey key) {
    changing("demanding a save", key, (on, stored) -> cursors.ask(on, stored));
  }

  @Override
  public Optional<SaveLease> acquire(SaveKey key, Duration life) {
    return changing(
            "taking a lease", key, (on, stored) -> cursors.acquire(on, stored, life.toMillis()))
        .map(token -> new SaveLease(key, token));
  }

  @Override
  public boolean renew(SaveLease lease, Duration life) {
    return changing(
        "renewing a lease",
        lease.key(),
        (on, key) -> cursors.renew(on, key, lease.token(), life.toMillis()));
  }

  @Override
  public boolean begin(SaveLease lease) {
    return changing(
        "beginning a save", lease.key(), (on, key) -> cursors.begin(on, key, lease.token()));
  }

  @Override
  public List<JournalEntry> unsaved(SaveKey key, int limit) {
    return reading(
        "reading captured messages",
        key,
        (on, stored) -> captures.unsaved(on, stored.conversation(), stored.store(), limit));
  }

  @Override
  public boolean commit(SaveLease lease, long savedSeq, boolean delivered) {
    return changing(
        "moving a cursor",
        lease.key(),
        (on, key) -> cursors.commit(on, key, lease.token(), savedSeq, delivered));
  }

  @Override
  public int fail(SaveLease lease, String error) {
    return changing(
        "counting a failed save",
        lease.key(),
        (on, key) -> cursors.fail(on, key, lease.token(), error));
  }

  @Override
  public boolean stage(SaveLease lease, StagedBatch batch) {
    return changing(
        "staging facts", lease.key(), (on, key) -> cursors.stage(on, key, lease.token(), batch));
  }

  @Override
  public void confirm(SaveLease lease, String factKey) {
    changing(
        "confirming a fact",
        lease.key(),
        (on, key) -> cursors.confirm(on, key, lease.token(), factKey));
  }

  @Override
  public Optional<StagedBatch> staged(SaveKey key) {
    return reading("reading staged facts", key, (on, stored) -> cursors.staged(on, stored));
  }

  @Override
  public boolean setAside(SaveLease lease, SetAside item) {
    return changing(
        "setting aside", lease.key(), (on, key) -> cursors.setAside(on, key, lease.token(), item));
  }

  @Override
  public List<SetAside> setAside(Collection<String> stores, int limit) {
    return everywhere(
        "listing what was set aside", on -> asides.newest(on, StoreKey.stores(stores), limit));
  }

  @Override
  public void release(SaveLease lease) {
    changing(
        "giving a lease back", lease.key(), (on, key) -> cursors.release(on, key, lease.token()));
  }

  @Override
  public Cursor cursor(SaveKey key) {
    return reading("reading a cursor", key, (on, stored) -> cursors.read(on, stored));
  }

  @Override
  public long pending(SaveKey key) {
    return reading(
        "counting captured messages",
        key,
        (on, stored) -> captures.pending(on, stored.conversation(), stored.store()));
  }

  @Override
  public Map<String, StoreBacklog> backlog(Collection<String> stores) {
    return everywhere("counting backlogs", on -> sweeps.backlog(on, stores));
  }

  @Override
  public boolean acquireSweep(String node, Duration life) {
    return transaction(
        "taking the sweeper's lease", "", on -> sweeps.acquire(on, node, life.toMillis()));
  }

  @Override
  public List<SaveKey> abandoned(Collection<String> stores, int limit) {
    return everywhere(
        "looking for abandoned saves", on -> sweeps.abandoned(on, StoreKey.stores(stores), limit));
  }

  @Override
  public List<SaveKey> failed(Collection<String> stores, Duration since, int limit) {
    return everywhere(
        "looking for failed saves",
        on -> sweeps.failed(on, StoreKey.stores(stores), since.toMillis(), limit));
  }

  @Override
  public List<SaveKey> idle(Collection<String> stores, Duration since, int limit) {
    return everywhere(
        "looking for idle conversations",
        on -> sweeps.idle(on, StoreKey.stores(stores), since.toMillis(), limit));
  }

  @Override
  public long trim(MemoryConversation conversation, Collection<String> stores) {
    ConversationKey key = ConversationKey.of(conversation);
    return stores.isEmpty()
        ? 0
        : single(
            "trimming a journal",
            key.tenant(),
            on -> sweeps.trim(on, key, StoreKey.stores(stores)));
  }

  @Override
  public long trim(Collection<String> stores) {
    return stores.isEmpty()
        ? 0
        : everywhere("trimming the journal", on -> sweeps.trim(on, null, StoreKey.stores(stores)));
  }

  @Override
  public void tidy(Collection<String> stores, Duration unusedFor) {
    transaction(
        "cleaning up the journal",
        "",
        on -> sweeps.tidy(on, StoreKey.stores(stores), unusedFor.toMillis()));
  }

  @Override
  public long dropOlderThan(Duration age) {
    return everywhere("dropping captured messages", on -> sweeps.dropOlderThan(on, age.toMillis()));
  }

  @Override
  public List<SaveKey> discard(MemoryOwner owner) {
    String tenant = StorageConnections.key(owner.tenant(), "$.scope.tenant");
    String subject = StorageConnections.key(owner.subject(), "$.scope.subject");
    return transaction(
        "discarding an owner's waiting messages",
        tenant,
        on -> sweeps.discard(on, tenant, subject));
  }

  @Override
  public void forget(MemoryOwner owner) {
    String tenant = StorageConnections.key(owner.tenant(), "$.scope.tenant");
    String subject = StorageConnections.key(owner.subject(), "$.scope.subject");
    String delete = "delete from {adk_memory_conversation} where tenant = ? and subject = ?";
    single("forgetting an owner", tenant, on -> on.update(delete, tenant, subject));
  }

  /** Runs a statement on the rows of all conversations. */
  private <T> T everywhere(String doing, Statements.Work<T> work) {
    return single(doing, "", work);
  }

  private <T extends @Nullable Object> T changing(String doing, SaveKey key, Work<T> work) {
    StoreKey stored = StoreKey.of(key);
    return transaction(doing, stored.tenant(), on -> work.on(on, stored));
  }

  private <T> T reading(String doing, SaveKey key, Work<T> work) {
    StoreKey stored = StoreKey.of(key);
    return single(doing, stored.tenant(), on -> work.on(on, stored));
  }

  private <T> T single(String doing, String tenant, Statements.Work<T> work) {
    return connections.single(doing, tenant, connection -> work.on(sql.on(connection)));
  }

  private <T extends @Nullable Object> T transaction(
      String doing, String tenant, Statements.Work<T> work) {
    return connections.transaction(doing, tenant, connection -> work.on(sql.on(connection)));
  }

  private interface Work<T extends @Nullable Object> {
    T on(Statements on, StoreKey key) throws SQLException;
  }
}
