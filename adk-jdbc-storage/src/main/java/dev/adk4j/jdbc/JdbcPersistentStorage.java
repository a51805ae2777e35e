package dev.adk4j.jdbc;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.ReaderResolvers;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.AgentContext;
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
 * Answers 26 of the callbacks over the tables of PostgreSQL or H2. The tables have to be there: see
 * {@link AdkSchema}.
 *
 * <p><b>Transactions.</b> Every write is done on a connection of its own and never joins the
 * caller's transaction. All callbacks share one {@linkplain #unitOfWork() unit of work}: what a
 * flush writes through it is stored whole or not at all, usually in a single statement, and is
 * durable when the call returns. A caller that holds a connection of the same pool in a transaction
 * needs a second one to be free.
 *
 * <p><b>Owners.</b> Messages, thoughts, tool calls, retrievables and bytes belong to the scope's
 * tenant and conversation; memories and standing instructions to its tenant and subject. What a
 * call needs and the scope lacks is {@code E_STORAGE_SCOPE_MISSING}, before the database is asked.
 * Another owner's ids do not exist here.
 *
 * <p><b>Order.</b> Fetches give the newest records up to the limit, oldest first; a mutated one
 * keeps its place. Messages, thoughts and tool calls of a conversation share one numbering without
 * gaps.
 *
 * <p><b>Ids.</b> Storing an equal record again changes nothing, a different one under the same id
 * is {@code E_STORAGE_CONFLICT}; mutating an unknown id stores it; deleting one changes nothing. A
 * standing instruction's text is its id. Tenant, subject, conversation and ids may have 800 bytes
 * of UTF-8 each.
 *
 * <p><b>Bytes</b> can be read by everybody who holds their reader as soon as they are written. What
 * a stored record resolves to changes only with the transaction that stores a record which names
 * other bytes under the same id; bytes that no record names are removed by {@link
 * AdkStorageAdmin#cleanUpBytes}.
 *
 * <p><b>Errors.</b> {@code E_STORAGE_UNAVAILABLE} where the database does not answer or no
 * connection becomes free in the pool's own time, {@code E_STORAGE_CORRUPT} for a row that is not a
 * valid record, {@code E_STORAGE_SCHEMA} where tables are missing, {@code E_STORAGE_FAILED} for
 * everything else a database refuses.
 *
 * <p>Safe for concurrent use by any number of turns.
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
    this.database = Database.of(builder.dataSource, builder.options);
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
                (scope, locator) -> JdbcMediaReader.resolve(blobs, scope, locator))
            .registerScopedSpool(
                JdbcSpoolReader.TAG,
                (scope, locator) -> JdbcSpoolReader.resolve(blobs, scope, locator));
  }

  /** Loaded with the first record: an application's start need not wait for it. */
  private static final class BuiltIn {

    private static final ArtifactTypes TYPES = ArtifactTypes.builtIns();
  }

  /** With the default options; asks the database for its name. */
  public static JdbcPersistentStorage of(DataSource dataSource) {
    return builder(dataSource).build();
  }

  public static Builder builder(DataSource dataSource) {
    return new Builder(dataSource);
  }

  /** The one unit of work of all callbacks. */
  @Override
  public JdbcStorageUnitOfWork unitOfWork() {
    return unitOfWork;
  }

  /** Stores for tool results, in the same tables as all other bytes. */
  public JdbcSpoolStoreFactory spoolStores() {
    return new JdbcSpoolStoreFactory(blobs);
  }

  /** Reads, searches and extends conversations, for use outside of turns. */
  public ConversationHistory history() {
    return new ConversationHistory(this, database);
  }

  RecordReader reader() {
    return reader;
  }

  /**
   * On PostgreSQL one round trip for all of them. Each is still a statement of its own, limited to
   * its owner.
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
      // The scope lacks what this kind needs: its own fetch says so, when it is called.
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
  private <T> void write(
      CallbackKey.Verb verb, AgentContext ctx, RecordKind<T> kind, Object value) {
    switch (verb) {
      case STORE -> store(ctx.scope(), kind, (T) value);
      case MUTATE -> mutate(ctx, kind, (T) value);
      default -> delete(ctx, kind, (String) value);
    }
  }

  /**
   * The replacements take the places of what they replace, first to first; what exceeds them comes
   * last. Done again with equal records it changes nothing.
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
   * Returns the tenant's instructions, then the subject's; the tenant's alone where the scope has
   * no subject.
   */
  private List<Tokenizable> standingInstructions(AgentContext ctx) {
    return unitOfWork.standingInstructions(ctx.scope()).stream()
        .map(StandingInstructions::decode)
        .toList();
  }

  /** Writes an instruction, which is its text: changing one is the same as storing it. */
  private void writeInstruction(CallbackKey key, AgentContext ctx, String text) {
    if (key == CallbackKey.DELETE_STANDING_INSTRUCTION) {
      String id = StandingInstructions.id(text);
      unitOfWork.write(
          new WriteOp.Delete(RecordTable.STANDING_INSTRUCTION, Owner.ofSubject(ctx.scope()), id));
    } else {
      Row row = StandingInstructions.row(text);
      unitOfWork.write(new WriteOp.Store(Owner.ofSubject(ctx.scope()), row, row::equals));
    }
  }

  /**
   * Stores the bytes at once, in constant memory, and gives a reader of them that survives a
   * restart. They take the place of what is under the id in the transaction that stores a record
   * which names them.
   */
  @Override
  public MediaReader storeMediaBytes(AgentContext ctx, String id, ByteSource bytes)
      throws IOException {
    Owner owner = Owner.ofConversation(ctx.scope());
    Blob blob = blobs.write(owner, BlobKind.MEDIA, id, bytes);
    return new JdbcMediaReader(new BlobHandle(blobs, owner, BlobKind.MEDIA, id, blob));
  }

  /**
   * Stores the text at once, in constant memory, and gives a reader of it that survives a restart.
   * It takes the place of what is under the id in the transaction that stores a record which names
   * it.
   */
  @Override
  public SpoolReader storeRetrievableBytes(AgentContext ctx, String id, ByteSource bytes)
      throws IOException {
    Owner owner = Owner.ofConversation(ctx.scope());
    Blob blob = blobs.write(owner, BlobKind.RETRIEVABLE, id, bytes);
    return new JdbcSpoolReader(new BlobHandle(blobs, owner, BlobKind.RETRIEVABLE, id, blob));
  }

  private <T> List<T> fetch(AgentContext ctx, RecordKind<T> kind, int limit) {
    SnapshotCodec codec = codec(ctx.scope());
    List<T> records = new ArrayList<>();
    for (Row row : unitOfWork.newest(kind.table(), owner(ctx.scope(), kind), limit)) {
      records.add(RowCodec.decode(kind, codec, row));
    }
    return List.copyOf(records);
  }

  <T> void store(Scope scope, RecordKind<T> kind, T value) {
    SnapshotCodec codec = codec(scope);
    Owner owner = owner(scope, kind);
    List<BlobHandle> bytes = OwnReaders.of(value, owner);
    Row row = RowCodec.encode(kind, codec, value);
    unitOfWork.write(
        new WriteOp.Store(
            owner,
            row,
            stored ->
                row.equals(stored)
                    || kind.same().test(value, RowCodec.decode(kind, codec, stored))),
        bytes);
  }

  private <T> void mutate(AgentContext ctx, RecordKind<T> kind, T value) {
    Owner owner = owner(ctx.scope(), kind);
    List<BlobHandle> bytes = OwnReaders.of(value, owner);
    unitOfWork.write(new WriteOp.Mutate(owner, row(ctx, kind, value)), bytes);
  }

  private void delete(AgentContext ctx, RecordKind<?> kind, String id) {
    unitOfWork.write(
        new WriteOp.Delete(kind.table(), owner(ctx.scope(), kind), Owner.key(id, "$.id")));
  }

  private <T> Row row(AgentContext ctx, RecordKind<T> kind, T value) {
    return RowCodec.encode(kind, codec(ctx.scope()), value);
  }

  SnapshotCodec codec(Scope scope) {
    return new SnapshotCodec(
        resolvers.forScope(scope), artifactTypes == null ? BuiltIn.TYPES : artifactTypes);
  }

  private static Owner owner(Scope scope, RecordKind<?> kind) {
    return kind == RecordKind.MEMORY ? Owner.ofSubject(scope) : Owner.ofConversation(scope);
  }

  /** Not thread-safe. */
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
     * Brings the readers of stored records to life; the storage registers the tags of its own
     * readers with it.
     */
    public Builder resolvers(ReaderResolvers resolvers) {
      this.resolvers = resolvers;
      return this;
    }

    /** The artifact types that records may hold. */
    public Builder artifactTypes(ArtifactTypes artifactTypes) {
      this.artifactTypes = artifactTypes;
      return this;
    }

    /** Where the times of activity come from, which retention looks at. */
    public Builder clock(InstantSource clock) {
      this.clock = clock;
      return this;
    }

    /** Asks the database for its name; {@code E_STORAGE_SCHEMA} where it is not a supported one. */
    public JdbcPersistentStorage build() {
      return new JdbcPersistentStorage(this);
    }
  }
}
