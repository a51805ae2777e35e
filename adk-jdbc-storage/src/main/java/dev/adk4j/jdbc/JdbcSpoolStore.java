package dev.adk4j.jdbc;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.ByteStore;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Spools tool results into the database, so their artifacts can be read after a restart. A result
 * becomes current under its id in the transaction that stores a record referencing it; the store
 * itself finds its own writes immediately. Belongs to the scope's conversation; without a
 * conversation, every call throws {@code E_STORAGE_SCOPE_MISSING}. Thread-safe.
 */
final class JdbcSpoolStore implements ByteStore<SpoolReader> {

  private static final BlobKind KIND = BlobKind.TOOL_RESULT;

  private final Blobs blobs;
  private final Scope scope;

  /** Results written in this store's turn, which may not be referenced by a record yet. */
  private final Map<String, BlobHandle> written = new ConcurrentHashMap<>();

  JdbcSpoolStore(Blobs blobs, Scope scope) {
    this.blobs = blobs;
    this.scope = scope;
  }

  @Override
  public SpoolReader write(String id, ByteSource bytes) throws IOException {
    BlobHandle handle = blobs.write(Owner.ofConversation(scope), KIND, id, bytes);
    written.put(id, handle);
    return new JdbcSpoolReader(handle);
  }

  @Override
  public Optional<SpoolReader> read(String id) {
    Owner owner = Owner.ofConversation(scope);
    return Optional.ofNullable(written.get(id))
        .or(
            () ->
                blobs
                    .find(owner, KIND, id)
                    .map(blob -> new BlobHandle(blobs, owner, KIND, id, blob)))
        .map(JdbcSpoolReader::new);
  }

  @Override
  public boolean delete(String id) {
    written.remove(id);
    return blobs.delete(Owner.ofConversation(scope), KIND, id);
  }
}
