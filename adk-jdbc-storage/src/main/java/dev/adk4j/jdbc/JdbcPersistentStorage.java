package dev.adk4j.jdbc;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.ReaderResolvers;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.AbstractRecord;
import dev.adk4j.primitive.SnapshotCodec;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.AbstractPersistentStorage;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.FetchLimits;
import dev.adk4j.storage.FetchesTogether;
import dev.adk4j.storage.ToolCallGroupReplacer;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Implements 26 storage callbacks on the tables of PostgreSQL or H2. The tables must exist: see
 * {@link AdkSchema}.
 *
 * <p><b>Transactions.</b> Every write uses a separate connection and never joins the caller's
 * transaction. All callbacks share one {@linkplain #unitOfWork() unit of work}: the writes of a
 * flush are stored all or none, usually in a single statement, and are durable when the call
 * returns. A caller that holds a connection of the same pool in a transaction needs a second free
 * connection.
 *
 * <p><b>Owners.</b> Messages, thoughts, tool calls, retrievables and bytes belong to the scope's
 * tenant and conversation; memories and standing instructions belong to its tenant and subject. If
 * the scope lacks a required part, a call throws {@code E_STORAGE_SCOPE_MISSING} before it accesses
 * the database. Another owner's ids do not exist for the caller.
 *
 * <p><b>Order.</b> Fetches return the newest records up to the limit, oldest first; a mutated
 * record keeps its position. Messages, thoughts and tool calls of a conversation share one
 * numbering without gaps.
 *
 * <p><b>Ids.</b> Storing an equal record again changes nothing; storing a different record with the
 * same id throws {@code E_STORAGE_CONFLICT}. Mutating an unknown id stores the record; deleting it
 * changes nothing. A standing instruction's text is its id. Tenant, subject, conversation and ids
 * are limited to 800 bytes of UTF-8 each.
 *
 * <p><b>Bytes</b> can be read through their reader as soon as they are written. The bytes of a
 * stored record change only in the transaction that stores a record referencing other bytes under
 * the same id. {@link AdkStorageAdmin#cleanUpBytes} removes unreferenced bytes.
 *
 * <p><b>Errors.</b> {@code E_STORAGE_UNAVAILABLE} if the database does not respond or no connection
 * becomes available within the pool's timeout; {@code E_STORAGE_CORRUPT} if a row is not a valid
 * record; {@code E_STORAGE_SCHEMA} if tables are missing; {@code E_STORAGE_FAILED} for any other
 * error of the database.
 *
 * <p>Thread-safe.
 */
public final class JdbcPersistentStorage extends AbstractPersistentStorage<RuntimeException>
    implements ToolCallGroupReplacer, FetchesTogether {

  private final FetchLimits limits;
  private final Database database;
  private final RecordReader reader;
  private final JdbcStorageUnitOfWork unitOfWork;
  private final Blobs blobs;
  private final ReaderResolvers resolvers;
  private final @Nullable ArtifactTypes artifactTypes;

  private JdbcPersistentStorage(Builder builder) {
    this.database = new Database(builder.dataSource, builder.options);
    this.limits = builder.options.fetchLimits();
    this.reader = new RecordReader(database);
    this.unitOfWork = new JdbcStorageUnitOfWork(new WriteExecutor(database, builder.clock), reader);
    this.blobs = new Blobs(database, builder.clock, builder.options.chunkSize());
    this.artifactTypes = builder.artifactTypes;
    this.resolvers =
        builder
            .resolvers
            .registerScopedMedia(
                JdbcMediaReader.TAG,
                (scope, locator) ->
                    new JdbcMediaReader(BlobHandle.resolve(blobs, scope, locator, true)))
            .registerScopedSpool(
                JdbcSpoolReader.TAG,
                (scope, locator) ->
                    new JdbcSpoolReader(BlobHandle.resolve(blobs, scope, locator, false)));
  }

  /** Loaded with the first record, to keep application startup fast. */
  private static final class BuiltIn {

    private static final ArtifactTypes TYPES = ArtifactTypes.builtIns();
  }

  /** Creates a storage with default options. Opens a connection to detect the database. */
  public static JdbcPersistentStorage of(DataSource dataSource) {
    return builder(dataSource).build();
  }

  public static Builder builder(DataSource dataSource) {
    return new Builder(dataSource);
  }

  /** Returns the unit of work shared by all callbacks. */
  @Override
  public JdbcStorageUnitOfWork unitOfWork() {
    return unitOfWork;
  }

  /** Returns stores for tool results, which use the same tables as all other bytes. */
  public SpoolStoreFactory spoolStores() {
    return scope -> new JdbcSpoolStore(blobs, scope);
  }

  /** Returns the history, which reads, searches and extends conversations outside of turns. */
  public ConversationHistory history() {
    return new ConversationHistory(this, database);
  }

  RecordReader reader() {
    return reader;
  }

  /**
   * Fetches all kinds in one round trip on PostgreSQL. Each fetch remains a separate statement
   * restricted to its owner.
   */
  @Override
  public void fetchTogether(AgentContext ctx, Set<CallbackKey> kinds, Fetches fetches)
      throws Exception {
    SequencedSet<Question> questions = new LinkedHashSet<>();
    for (CallbackKey kind : kinds) {
      addQuestion(ctx, kind, questions);
    }
    unitOfWork.reads().during(questions, fetches);
  }

  private void addQuestion(AgentContext ctx, CallbackKey kind, Set<Question> questions) {
    try {
      if (kind == CallbackKey.REFRESH_STANDING_INSTRUCTIONS) {
        questions.add(Question.standingInstructions(ctx.scope()));
      } else if (kind != CallbackKey.FETCH_TOOLS) {
        RecordKind<?> records = RecordKind.of(kind.kind());
        questions.add(
            Question.newest(records.table(), owner(ctx.scope(), records), limits.of(kind.kind())));
      }
    } catch (AdkException e) {
      // The scope lacks a part that this kind needs; its own fetch reports that.
    }
  }

  @Override
  protected List<?> fetch(CallbackKey key, AgentContext ctx) {
    return key == CallbackKey.REFRESH_STANDING_INSTRUCTIONS
        ? standingInstructions(ctx)
        : fetch(ctx, RecordKind.of(key.kind()), limits.of(key.kind()));
  }

  @Override
  protected void write(CallbackKey key, AgentContext ctx, Object value) {
    if (value instanceof Tokenizable instruction) {
      writeInstruction(key, ctx, instruction.value());
    } else {
      write(key.verb(), ctx, RecordKind.of(key.kind()), value);
    }
  }

  @SuppressWarnings("unchecked")
  private <R extends AbstractRecord<R>> void write(
      CallbackKey.Verb verb, AgentContext ctx, RecordKind<R> kind, Object value) {
    switch (verb) {
      case STORE -> store(ctx.scope(), kind, (R) value);
      case MUTATE -> mutate(ctx, kind, (R) value);
      default -> delete(ctx, kind, (String) value);
    }
  }

  /**
   * Assigns the replacements to the positions of the replaced records, in order; additional ones
   * are appended. Repeating the call with equal records changes nothing.
   */
  @Override
  public void replaceToolCallGroup(
      AgentContext ctx, List<String> ids, List<ToolCall> replacements) {
    Owner owner = Owner.ofConversation(ctx.scope());
    List<String> keys = ids.stream().map(id -> Owner.key(id, "$.ids")).toList();
    SnapshotCodec codec = codec(ctx.scope());
    List<Row> rows =
        replacements.stream().map(call -> row(ctx, RecordKind.TOOL_CALL, call)).toList();
    List<BlobHandle> bytes = new ArrayList<>();
    replacements.forEach(call -> bytes.addAll(OwnReaders.of(call, owner)));
    unitOfWork.write(
        new WriteOp.Replace(
            RecordTable.TOOL_CALL,
            owner,
            keys,
            rows,
            (row, stored) ->
                row.equals(stored)
                    || RowCodec.decode(RecordKind.TOOL_CALL, codec, row)
                        .sameContentAs(RowCodec.decode(RecordKind.TOOL_CALL, codec, stored))),
        bytes);
  }

  /**
   * Returns the tenant's instructions, then the subject's; only the tenant's if the scope has no
   * subject.
   */
  private List<Tokenizable> standingInstructions(AgentContext ctx) {
    return unitOfWork.standingInstructions(ctx.scope()).stream()
        .map(row -> Tokenizable.of(StandingInstructions.text(row)))
        .toList();
  }

  /** Stores an instruction. Its text is its identity, so mutating and storing are the same. */
  private void writeInstruction(CallbackKey key, AgentContext ctx, String text) {
    Owner owner = Owner.ofSubject(ctx.scope());
    unitOfWork.write(
        key == CallbackKey.DELETE_STANDING_INSTRUCTION
            ? StandingInstructions.delete(owner, text)
            : StandingInstructions.store(owner, text));
  }

  /**
   * Stores the bytes immediately, in constant memory, and returns a reader that survives a restart.
   * They replace the current bytes of the id in the transaction that stores a record referencing
   * them.
   */
  @Override
  public MediaReader storeMediaBytes(AgentContext ctx, String id, ByteSource bytes)
      throws IOException {
    Owner owner = Owner.ofConversation(ctx.scope());
    return new JdbcMediaReader(blobs.write(owner, BlobKind.MEDIA, id, bytes));
  }

  /**
   * Stores the text immediately, in constant memory, and returns a reader that survives a restart.
   * It replaces the current text of the id in the transaction that stores a record referencing it.
   */
  @Override
  public SpoolReader storeRetrievableBytes(AgentContext ctx, String id, ByteSource bytes)
      throws IOException {
    Owner owner = Owner.ofConversation(ctx.scope());
    return new JdbcSpoolReader(blobs.write(owner, BlobKind.RETRIEVABLE, id, bytes));
  }

  private <R extends AbstractRecord<R>> List<R> fetch(
      AgentContext ctx, RecordKind<R> kind, int limit) {
    SnapshotCodec codec = codec(ctx.scope());
    return unitOfWork.newest(kind.table(), owner(ctx.scope(), kind), limit).stream()
        .map(row -> RowCodec.decode(kind, codec, row))
        .toList();
  }

  <R extends AbstractRecord<R>> void store(Scope scope, RecordKind<R> kind, R value) {
    SnapshotCodec codec = codec(scope);
    Owner owner = owner(scope, kind);
    List<BlobHandle> bytes = OwnReaders.of(value, owner);
    Row row = RowCodec.encode(kind, codec, value);
    unitOfWork.write(
        new WriteOp.Store(
            owner,
            row,
            stored ->
                row.equals(stored) || value.sameContentAs(RowCodec.decode(kind, codec, stored))),
        bytes);
  }

  private <R extends AbstractRecord<R>> void mutate(AgentContext ctx, RecordKind<R> kind, R value) {
    Owner owner = owner(ctx.scope(), kind);
    List<BlobHandle> bytes = OwnReaders.of(value, owner);
    unitOfWork.write(new WriteOp.Mutate(owner, row(ctx, kind, value)), bytes);
  }

  private void delete(AgentContext ctx, RecordKind<?> kind, String id) {
    unitOfWork.write(
        new WriteOp.Delete(kind.table(), owner(ctx.scope(), kind), Owner.key(id, "$.id")));
  }

  private <R extends AbstractRecord<R>> Row row(AgentContext ctx, RecordKind<R> kind, R value) {
    return RowCodec.encode(kind, codec(ctx.scope()), value);
  }

  SnapshotCodec codec(Scope scope) {
    return new SnapshotCodec(
        resolvers.forScope(scope), artifactTypes == null ? BuiltIn.TYPES : artifactTypes);
  }

  private static Owner owner(Scope scope, RecordKind<?> kind) {
    return kind == RecordKind.MEMORY ? Owner.ofSubject(scope) : Owner.ofConversation(scope);
  }

  /** Builds a {@link JdbcPersistentStorage}. Not thread-safe. */
  public static final class Builder {

    private final DataSource dataSource;
    private JdbcStorageOptions options = JdbcStorageOptions.DEFAULT;
    private ReaderResolvers resolvers = ReaderResolvers.withBuiltIns();
    private @Nullable ArtifactTypes artifactTypes;
    private InstantSource clock = InstantSource.system();

    private Builder(DataSource dataSource) {
      this.dataSource = dataSource;
    }

    public Builder options(JdbcStorageOptions options) {
      this.options = options;
      return this;
    }

    /**
     * Sets the registry that restores the readers of stored records; the storage registers the tags
     * of its own readers with it.
     */
    public Builder resolvers(ReaderResolvers resolvers) {
      this.resolvers = resolvers;
      return this;
    }

    /** Sets the artifact types that records may contain. */
    public Builder artifactTypes(ArtifactTypes artifactTypes) {
      this.artifactTypes = artifactTypes;
      return this;
    }

    /** Sets the clock for activity times, which retention uses. */
    public Builder clock(InstantSource clock) {
      this.clock = clock;
      return this;
    }

    /**
     * Returns the storage. Opens a connection to detect the database; throws {@code
     * E_STORAGE_SCHEMA} if it is not supported.
     */
    public JdbcPersistentStorage build() {
      return new JdbcPersistentStorage(this);
    }
  }
}
