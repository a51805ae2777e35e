package dev.adk4j.jdbc;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.ByteStore;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Creates stores that spool tool results into the database, so their artifacts can be read after a
 * restart. A result becomes current under its id in the transaction that stores a record
 * referencing it; the store itself finds its own writes immediately. A store belongs to the scope's
 * conversation; without a conversation, every call throws {@code E_STORAGE_SCOPE_MISSING}. Obtained
 * from {@link JdbcPersistentStorage#spoolStores()}. Thread-safe.
 */
final class JdbcSpoolStoreFactory implements SpoolStoreFactory {

  private final Blobs blobs;

  JdbcSpoolStoreFactory(Blobs blobs) {
    this.blobs = blobs;
  }

  @Override
  public ByteStore<SpoolReader> forScope(Scope scope) {
    return new Store(scope);
  }

  private final class Store implements ByteStore<SpoolReader> {

    private final Scope scope;

    /** Results written in this store's turn, which may not be referenced by a record yet. */
    private final Map<String, BlobHandle> written = new ConcurrentHashMap<>();

    Store(Scope scope) {
      this.scope = scope;
    }

    @Override
    public SpoolReader write(String id, ByteSource bytes) throws IOException {
      BlobHandle handle = blobs.write(Owner.ofConversation(scope), BlobKind.TOOL_RESULT, id, bytes);
      written.put(id, handle);
      return new JdbcSpoolReader(handle);
    }

    @Override
    public Optional<SpoolReader> read(String id) {
      Owner owner = Owner.ofConversation(scope);
      BlobKind kind = BlobKind.TOOL_RESULT;
      return Optional.ofNullable(written.get(id))
          .or(
              () ->
                  blobs
                      .find(owner, kind, id)
                      .map(blob -> new BlobHandle(blobs, owner, kind, id, blob)))
          .map(JdbcSpoolReader::new);
    }

    @Override
    public boolean delete(String id) {
      written.remove(id);
      return blobs.delete(Owner.ofConversation(scope), BlobKind.TOOL_RESULT, id);
    }
  }
}
