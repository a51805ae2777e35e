package dev.adk4j.test;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.storage.ByteStorage;

/**
 * Writes the bytes of samples through a storage's conduits. Keeps a few in memory, which is also
 * valid.
 */
final class ConduitContent {

  private final ByteStorage storage;
  private final AgentContext ctx;
  private int written;

  ConduitContent(ByteStorage storage, AgentContext ctx) {
    this.storage = storage;
    this.ctx = ctx;
  }

  MediaReader media(String id, byte[] bytes) throws Exception {
    return inMemory()
        ? MediaReader.of(bytes)
        : storage.storeMediaBytes(ctx, id, ByteSource.of(bytes));
  }

  SpoolReader spool(String id, String text) throws Exception {
    return inMemory()
        ? SpoolReader.of(text)
        : storage.storeRetrievableBytes(ctx, id, ByteSource.of(text));
  }

  private boolean inMemory() {
    return ++written % 4 == 0;
  }
}
