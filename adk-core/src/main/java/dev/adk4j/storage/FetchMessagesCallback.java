package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import java.util.List;

/**
 * Fetches the messages of the context's scope, in the order they were stored. Called on the thread
 * of the turn.
 */
@FunctionalInterface
public interface FetchMessagesCallback {

  List<Message> fetchMessages(AgentContext ctx) throws Exception;
}
