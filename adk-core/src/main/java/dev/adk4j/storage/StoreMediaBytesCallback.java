package dev.adk4j.storage;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.loop.AgentContext;

/**
 * Stores the bytes of a media and returns a reader for them. Called immediately, on the thread of
 * the turn.
 */
@FunctionalInterface
public interface StoreMediaBytesCallback {

  MediaReader storeMediaBytes(AgentContext ctx, String id, ByteSource bytes) throws Exception;
}
