package dev.adk4j.storage;

import dev.adk4j.bytes.ConduitBytes;
import dev.adk4j.bytes.InMemoryMediaStore;
import dev.adk4j.bytes.InMemorySpoolStore;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.token.Tokenizable;
import java.util.List;

/**
 * Answers all 27 callbacks and keeps nothing: writes are accepted and forgotten, fetches give empty
 * lists. The two byte conduits drain what they are given and return a reader that holds it in
 * memory, because a caller needs one to go on. Needs no part of the scope. Stateless, so one
 * instance serves any number of runners.
 *
 * <p>A subclass overrides the callbacks that shall do something.
 */
public class NoopStorageAdapter implements StorageAdapter {

  @Override
  public List<Message> fetchMessages(AgentContext ctx) throws Exception {
    return List.of();
  }

  @Override
  public void storeMessage(AgentContext ctx, Message message) throws Exception {}

  @Override
  public void mutateMessage(AgentContext ctx, Message message) throws Exception {}

  @Override
  public void deleteMessage(AgentContext ctx, String id) throws Exception {}

  @Override
  public List<Memory> fetchMemories(AgentContext ctx) throws Exception {
    return List.of();
  }

  @Override
  public void storeMemory(AgentContext ctx, Memory memory) throws Exception {}

  @Override
  public void mutateMemory(AgentContext ctx, Memory memory) throws Exception {}

  @Override
  public void deleteMemory(AgentContext ctx, String id) throws Exception {}

  @Override
  public List<Thought> fetchThoughts(AgentContext ctx) throws Exception {
    return List.of();
  }

  @Override
  public void storeThought(AgentContext ctx, Thought thought) throws Exception {}

  @Override
  public void mutateThought(AgentContext ctx, Thought thought) throws Exception {}

  @Override
  public void deleteThought(AgentContext ctx, String id) throws Exception {}

  @Override
  public List<ToolCall> fetchToolCalls(AgentContext ctx) throws Exception {
    return List.of();
  }

  @Override
  public void storeToolCall(AgentContext ctx, ToolCall toolCall) throws Exception {}

  @Override
  public void mutateToolCall(AgentContext ctx, ToolCall toolCall) throws Exception {}

  @Override
  public void deleteToolCall(AgentContext ctx, String id) throws Exception {}

  @Override
  public List<Retrievable> fetchRetrievables(AgentContext ctx) throws Exception {
    return List.of();
  }

  @Override
  public void storeRetrievable(AgentContext ctx, Retrievable retrievable) throws Exception {}

  @Override
  public void mutateRetrievable(AgentContext ctx, Retrievable retrievable) throws Exception {}

  @Override
  public void deleteRetrievable(AgentContext ctx, String id) throws Exception {}

  @Override
  public List<Tokenizable> refreshStandingInstructions(AgentContext ctx) throws Exception {
    return List.of();
  }

  @Override
  public void storeStandingInstruction(AgentContext ctx, Tokenizable instruction)
      throws Exception {}

  @Override
  public void mutateStandingInstruction(AgentContext ctx, Tokenizable instruction)
      throws Exception {}

  @Override
  public void deleteStandingInstruction(AgentContext ctx, Tokenizable instruction)
      throws Exception {}

  @Override
  public MediaReader storeMediaBytes(AgentContext ctx, String id, ConduitBytes bytes)
      throws Exception {
    return new InMemoryMediaStore().write(id, bytes);
  }

  @Override
  public SpoolReader storeRetrievableBytes(AgentContext ctx, String id, ConduitBytes bytes)
      throws Exception {
    return new InMemorySpoolStore().write(id, bytes);
  }

  @Override
  public List<Tool> fetchTools(AgentContext ctx) throws Exception {
    return List.of();
  }
}
