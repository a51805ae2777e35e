package dev.adk4j.storage;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.ReaderResolvers;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.SnapshotCodec;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Implements the 26 callbacks of a storage with two methods that fetch and write JSON. The simplest
 * way to store conversations in a custom store:
 *
 * <pre>{@code
 * class Records extends RecordStorage {
 *   protected List<StoredRecord> fetch(String kind, String owner, String id) { … }
 *   protected void write(List<StoredRecord> records) { … }
 * }
 * }</pre>
 *
 * <p>The writes of a unit of work are buffered in memory and written together when it ends. Within
 * one process, writes of one owner are sequential, so a conflict of ids is always detected. If two
 * processes write the same id at the same time, the later write wins; the library's ids are never
 * reused.
 *
 * <p>Bytes are records too, of the kind {@code bytes}, as base64 under the digest of their content;
 * equal contents of an owner are stored once. They are held in memory as a whole, so at most 10 MiB
 * are accepted, and remain until their owner's records are removed. Override the two methods that
 * store bytes for larger ones. Thread-safe if the two methods are.
 *
 * @since 0.1.0
 */
public abstract class RecordStorage extends AbstractPersistentStorage<Exception> {

  private final ReaderResolvers readers;
  private final ArtifactTypes types;
  private final RecordUnit unit = new RecordUnit(this);
  private final RecordBytes bytes = new RecordBytes(this, unit);

  /** Creates a storage that supports the library's readers and artifacts. */
  protected RecordStorage() {
    this(ReaderResolvers.withBuiltIns(), ArtifactTypes.builtIns());
  }

  /**
   * Creates a storage that also supports the application's readers and artifacts, and adds its own
   * readers.
   */
  protected RecordStorage(ReaderResolvers readers, ArtifactTypes types) {
    this.readers = readers;
    this.types = types;
    bytes.register(readers);
  }

  /**
   * Returns the records of a kind and an owner, in the order they were added; only the one with the
   * id if an id is given. Omits removed records.
   *
   * @param id null for all records
   */
  protected abstract List<StoredRecord> fetch(String kind, String owner, @Nullable String id)
      throws Exception;

  /**
   * Writes the records in their order, all or none, in a transaction that joins no other. A record
   * replaces one with the same key and keeps its position; a new record is appended; a {@linkplain
   * StoredRecord#removed() removed} one is deleted if it exists.
   */
  protected abstract void write(List<StoredRecord> records) throws Exception;

  @Override
  public StorageUnitOfWork unitOfWork() {
    return unit;
  }

  @Override
  protected final List<?> fetch(CallbackKey key, AgentContext ctx) throws Exception {
    Scope scope = ctx.scope();
    if (key.kind() == CallbackKind.STANDING_INSTRUCTIONS && scope.subject() == null) {
      return List.of();
    }
    RecordForm form = form(scope);
    List<Object> records = new ArrayList<>();
    for (StoredRecord stored : unit.fetch(key.kind().propertyValue(), owner(key.kind(), scope))) {
      records.add(form.read(key.kind(), stored));
    }
    return records;
  }

  @Override
  protected final void write(CallbackKey key, AgentContext ctx, Object value) throws Exception {
    String owner = owner(key.kind(), ctx.scope());
    RecordForm form = form(ctx.scope());
    unit.write(
        key.verb(),
        form.write(key, owner, value),
        (one, other) -> Records.same(form.read(key.kind(), one), form.read(key.kind(), other)));
  }

  @Override
  public MediaReader storeMediaBytes(AgentContext ctx, String id, ByteSource source)
      throws Exception {
    return bytes.media(owner(CallbackKind.BYTES, ctx.scope()), source);
  }

  @Override
  public SpoolReader storeRetrievableBytes(AgentContext ctx, String id, ByteSource source)
      throws Exception {
    return bytes.text(owner(CallbackKind.BYTES, ctx.scope()), source);
  }

  private RecordForm form(Scope scope) {
    return new RecordForm(new SnapshotCodec(readers.forScope(scope), types));
  }

  /** JSON keeps the parts unambiguous. */
  static String owner(CallbackKind kind, Scope scope) {
    String id = kind.ofSubject() ? scope.requireSubject() : scope.requireConversation();
    return Json.write(List.of(scope.tenant(), id));
  }
}
