package dev.adk4j.storage;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.InMemoryByteStore;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
import java.util.List;

/**
 * Implements all 27 callbacks without storing: writes are accepted and discarded, fetches return
 * empty lists. The two callbacks for bytes read the whole stream and return an in-memory reader,
 * because callers need one to continue. Needs no part of the scope. Stateless, so one instance
 * serves any number of runners.
 *
 * <p>A subclass overrides the callbacks that must have an effect.
 */
public class NoopStorageAdapter extends AbstractPersistentStorage<Exception>
    implements StorageAdapter {

  @Override
  protected List<?> fetch(CallbackKey key, AgentContext ctx) throws Exception {
    return List.of();
  }

  @Override
  protected void write(CallbackKey key, AgentContext ctx, Object value) throws Exception {}

  @Override
  public MediaReader storeMediaBytes(AgentContext ctx, String id, ByteSource bytes)
      throws Exception {
    return InMemoryByteStore.ofMedia().write(id, bytes);
  }

  @Override
  public SpoolReader storeRetrievableBytes(AgentContext ctx, String id, ByteSource bytes)
      throws Exception {
    return InMemoryByteStore.ofTexts().write(id, bytes);
  }

  @Override
  public List<Tool> fetchTools(AgentContext ctx) throws Exception {
    return List.of();
  }
}
