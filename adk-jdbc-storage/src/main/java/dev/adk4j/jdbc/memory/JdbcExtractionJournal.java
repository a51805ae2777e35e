package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.JdbcStorageUnitOfWork;
import dev.adk4j.jdbc.StorageConnections;
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
import java.sql.Connection;
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
      write("capturing messages", key, c -> captures.append(c, key, messages));
    }
  }

  @Override
  public void replace(MemoryConversation conversation, MemoryMessage message) {
    ConversationKey key = ConversationKey.of(conversation);
    write("replacing a captured message", key, c -> captures.replace(c, key, message));
  }

  @Override
  public void remove(MemoryConversation conversation, String messageId) {
    ConversationKey key = ConversationKey.of(conversation);
    write("removing a captured message", key, c -> captures.remove(c, key, messageId));
  }

  private void write(String doing, ConversationKey key, JdbcStorageUnitOfWork.Step step) {
    if (unitOfWork == null || !unitOfWork.alongside(key.tenant(), step)) {
      connections.transaction(
          doing,
          key.tenant(),
          connection -> {
            step.run(connection);
            return true;
          });
    }
  }

  @Override
  public void openTurn(MemoryConversation conversation, String turnId) {
    ConversationKey key = ConversationKey.of(conversation);
    connections.transaction("opening a turn", key.tenant(), c -> turns.open(c, key, turnId));
  }

  @Override
  public boolean closeTurn(MemoryConversation conversation, String turnId) {
    ConversationKey key = ConversationKey.of(conversation);
    return connections.transaction(
        "closing a turn", key.tenant(), c -> turns.close(c, key, turnId));
  }

  @Override
  public List<OpenTurn> openTurns(MemoryConversation conversation) {
    ConversationKey key = ConversationKey.of(conversation);
    return connections.single("reading open turns", key.tenant(), c -> turns.open(c, key));
  }

  @Override
  public List<OpenTurn> overdueTurns(Duration openFor, int limit) {
    return everywhere(
        "looking for overdue turns", c -> turns.overdue(c, openFor.toMillis(), limit));
  }

  @Override
  public long count(SaveKey key, String trigger) {
    String name = StorageConnections.key(trigger, "$.trigger");
    return changing("counting for a trigger", key, (c, stored) -> cursors.count(c, stored, name));
  }

  @Override
  public boolean request(SaveKey key, BackOff backOff) {
    return changing("requesting a save", key, (c, stored) -> cursors.request(c, stored, backOff));
  }

  @Override
  public void demand(SaveKey key) {
    changing("demanding a save", key, (c, stored) -> cursors.ask(c, stored));
  }

  @Override
  public Optional<SaveLease> acquire(SaveKey key, Duration life) {
    return Optional.ofNullable(
            this.<@Nullable String>changing(
                "taking a lease", key, (c, stored) -> cursors.acquire(c, stored, life.toMillis())))
        .map(t -> new SaveLease(key, t));
  }

  @Override
  public boolean renew(SaveLease lease, Duration life) {
    return changing(
        "renewing a lease",
        lease.key(),
        (c, key) -> cursors.renew(c, key, lease.token(), life.toMillis()));
  }

  @Override
  public boolean begin(SaveLease lease) {
    return changing(
        "beginning a save", lease.key(), (c, key) -> cursors.begin(c, key, lease.token()));
  }

  @Override
  public List<JournalEntry> unsaved(SaveKey key, int limit) {
    return reading(
        "reading captured messages",
        key,
        (c, stored) -> captures.unsaved(c, stored.conversation(), stored.store(), limit));
  }

  @Override
  public boolean commit(SaveLease lease, long savedSeq, boolean delivered) {
    return changing(
        "moving a cursor",
        lease.key(),
        (c, key) -> cursors.commit(c, key, lease.token(), savedSeq, delivered));
  }

  @Override
  public int fail(SaveLease lease, String error) {
    return changing(
        "counting a failed save",
        lease.key(),
        (c, key) -> cursors.fail(c, key, lease.token(), error));
  }

  @Override
  public boolean stage(SaveLease lease, StagedBatch batch) {
    return changing(
        "staging facts", lease.key(), (c, key) -> cursors.stage(c, key, lease.token(), batch));
  }

  @Override
  public void confirm(SaveLease lease, String factKey) {
    changing(
        "confirming a fact",
        lease.key(),
        (c, key) -> cursors.confirm(c, key, lease.token(), factKey));
  }

  @Override
  public Optional<StagedBatch> staged(SaveKey key) {
    return reading("reading staged facts", key, (c, stored) -> cursors.staged(c, stored));
  }

  @Override
  public boolean setAside(SaveLease lease, SetAside item) {
    return changing(
        "setting aside", lease.key(), (c, key) -> cursors.setAside(c, key, lease.token(), item));
  }

  @Override
  public List<SetAside> setAside(Collection<String> stores, int limit) {
    return everywhere(
        "listing what was set aside", c -> asides.newest(c, StoreKey.stores(stores), limit));
  }

  @Override
  public void release(SaveLease lease) {
    changing(
        "giving a lease back", lease.key(), (c, key) -> cursors.release(c, key, lease.token()));
  }

  @Override
  public Cursor cursor(SaveKey key) {
    return reading("reading a cursor", key, (c, stored) -> cursors.read(c, stored));
  }

  @Override
  public long pending(SaveKey key) {
    return reading(
        "counting captured messages",
        key,
        (c, stored) -> captures.pending(c, stored.conversation(), stored.store()));
  }

  @Override
  public Map<String, StoreBacklog> backlog(Collection<String> stores) {
    return everywhere("counting backlogs", c -> sweeps.backlog(c, stores));
  }

  @Override
  public boolean acquireSweep(String node, Duration life) {
    return connections.transaction(
        "taking the sweeper's lease", "", c -> sweeps.acquire(c, node, life.toMillis()));
  }

  @Override
  public List<SaveKey> abandoned(Collection<String> stores, int limit) {
    return everywhere(
        "looking for abandoned saves", c -> sweeps.abandoned(c, StoreKey.stores(stores), limit));
  }

  @Override
  public List<SaveKey> failed(Collection<String> stores, Duration since, int limit) {
    return everywhere(
        "looking for failed saves",
        c -> sweeps.failed(c, StoreKey.stores(stores), since.toMillis(), limit));
  }

  @Override
  public List<SaveKey> idle(Collection<String> stores, Duration since, int limit) {
    return everywhere(
        "looking for idle conversations",
        c -> sweeps.idle(c, StoreKey.stores(stores), since.toMillis(), limit));
  }

  @Override
  public long trim(MemoryConversation conversation, Collection<String> stores) {
    ConversationKey key = ConversationKey.of(conversation);
    return stores.isEmpty()
        ? 0
        : connections.single(
            "trimming a journal", key.tenant(), c -> sweeps.trim(c, key, StoreKey.stores(stores)));
  }

  @Override
  public long trim(Collection<String> stores) {
    return stores.isEmpty()
        ? 0
        : everywhere("trimming the journal", c -> sweeps.trim(c, null, StoreKey.stores(stores)));
  }

  @Override
  public void tidy(Collection<String> stores, Duration unusedFor) {
    connections.transaction(
        "cleaning up the journal",
        "",
        c -> sweeps.tidy(c, StoreKey.stores(stores), unusedFor.toMillis()));
  }

  @Override
  public long dropOlderThan(Duration age) {
    return everywhere("dropping captured messages", c -> sweeps.dropOlderThan(c, age.toMillis()));
  }

  @Override
  public List<SaveKey> discard(MemoryOwner owner) {
    String tenant = StorageConnections.key(owner.tenant(), "$.scope.tenant");
    String subject = StorageConnections.key(owner.subject(), "$.scope.subject");
    return connections.transaction(
        "discarding an owner's waiting messages", tenant, c -> sweeps.discard(c, tenant, subject));
  }

  @Override
  public void forget(MemoryOwner owner) {
    String tenant = StorageConnections.key(owner.tenant(), "$.scope.tenant");
    String subject = StorageConnections.key(owner.subject(), "$.scope.subject");
    String delete = "delete from {adk_memory_conversation} where tenant = ? and subject = ?";
    connections.single("forgetting an owner", tenant, c -> sql.update(c, delete, tenant, subject));
  }

  /** Runs a statement on the rows of all conversations. */
  private <T> T everywhere(String doing, StorageConnections.Work<T> work) {
    return connections.single(doing, "", work);
  }

  private <T extends @Nullable Object> T changing(String doing, SaveKey key, Work<T> work) {
    StoreKey stored = StoreKey.of(key);
    return connections.transaction(doing, stored.tenant(), c -> work.on(c, stored));
  }

  private <T> T reading(String doing, SaveKey key, Work<T> work) {
    StoreKey stored = StoreKey.of(key);
    return connections.single(doing, stored.tenant(), c -> work.on(c, stored));
  }

  private interface Work<T extends @Nullable Object> {
    T on(Connection connection, StoreKey key) throws SQLException;
  }
}
