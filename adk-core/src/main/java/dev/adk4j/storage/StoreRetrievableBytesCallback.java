package dev.adk4j.storage;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.loop.AgentContext;

/**
 * Stores the text of a retrievable and returns a reader for it. Called immediately, on the thread
 * of the turn.
 */
@FunctionalInterface
public interface StoreRetrievableBytesCallback {

  SpoolReader storeRetrievableBytes(AgentContext ctx, String id, ByteSource bytes) throws Exception;
}
