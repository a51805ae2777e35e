package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.token.Tokenizable;
import java.util.List;

/**
 * Implements 24 of the callbacks with two methods, one that fetches and one that writes; both
 * receive the callback's key. The base class of storages that treat all kinds of records alike. A
 * subclass adds the two callbacks that store bytes, and may override any other.
 *
 * @param <X> the checked exceptions that the storage throws; {@link RuntimeException} for none
 * @since 0.1.0
 */
public abstract class AbstractPersistentStorage<X extends Exception> implements PersistentStorage {

  /** Returns the records of the key's kind, in order. */
  protected abstract List<?> fetch(CallbackKey key, AgentContext ctx) throws X;

  /**
   * Stores, mutates or deletes.
   *
   * @param value the record, the id for a delete, or the standing instruction
   */
  protected abstract void write(CallbackKey key, AgentContext ctx, Object value) throws X;

  @SuppressWarnings("unchecked")
  private <T> List<T> fetched(CallbackKey key, AgentContext ctx) throws X {
    return (List<T>) fetch(key, ctx);
  }

  @Override
  public List<Memory> fetchMemories(AgentContext ctx) throws X {
    return fetched(CallbackKey.FETCH_MEMORIES, ctx);
  }

  @Override
  public void storeMemory(AgentContext ctx, Memory memory) throws X {
    write(CallbackKey.STORE_MEMORY, ctx, memory);
  }

  @Override
  public void mutateMemory(AgentContext ctx, Memory memory) throws X {
    write(CallbackKey.MUTATE_MEMORY, ctx, memory);
  }

  @Override
  public void deleteMemory(AgentContext ctx, String id) throws X {
    write(CallbackKey.DELETE_MEMORY, ctx, id);
  }

  @Override
  public List<Message> fetchMessages(AgentContext ctx) throws X {
    return fetched(CallbackKey.FETCH_MESSAGES, ctx);
  }

  @Override
  public void storeMessage(AgentContext ctx, Message message) throws X {
    write(CallbackKey.STORE_MESSAGE, ctx, message);
  }

  @Override
  public void mutateMessage(AgentContext ctx, Message message) throws X {
    write(CallbackKey.MUTATE_MESSAGE, ctx, message);
  }

  @Override
  public void deleteMessage(AgentContext ctx, String id) throws X {
    write(CallbackKey.DELETE_MESSAGE, ctx, id);
  }

  @Override
  public List<Thought> fetchThoughts(AgentContext ctx) throws X {
    return fetched(CallbackKey.FETCH_THOUGHTS, ctx);
  }

  @Override
  public void storeThought(AgentContext ctx, Thought thought) throws X {
    write(CallbackKey.STORE_THOUGHT, ctx, thought);
  }

  @Override
  public void mutateThought(AgentContext ctx, Thought thought) throws X {
    write(CallbackKey.MUTATE_THOUGHT, ctx, thought);
  }

  @Override
  public void deleteThought(AgentContext ctx, String id) throws X {
    write(CallbackKey.DELETE_THOUGHT, ctx, id);
  }

  @Override
  public List<ToolCall> fetchToolCalls(AgentContext ctx) throws X {
    return fetched(CallbackKey.FETCH_TOOL_CALLS, ctx);
  }

  @Override
  public void storeToolCall(AgentContext ctx, ToolCall toolCall) throws X {
    write(CallbackKey.STORE_TOOL_CALL, ctx, toolCall);
  }

  @Override
  public void mutateToolCall(AgentContext ctx, ToolCall toolCall) throws X {
    write(CallbackKey.MUTATE_TOOL_CALL, ctx, toolCall);
  }

  @Override
  public void deleteToolCall(AgentContext ctx, String id) throws X {
    write(CallbackKey.DELETE_TOOL_CALL, ctx, id);
  }

  @Override
  public List<Retrievable> fetchRetrievables(AgentContext ctx) throws X {
    return fetched(CallbackKey.FETCH_RETRIEVABLES, ctx);
  }

  @Override
  public void storeRetrievable(AgentContext ctx, Retrievable retrievable) throws X {
    write(CallbackKey.STORE_RETRIEVABLE, ctx, retrievable);
  }

  @Override
  public void mutateRetrievable(AgentContext ctx, Retrievable retrievable) throws X {
    write(CallbackKey.MUTATE_RETRIEVABLE, ctx, retrievable);
  }

  @Override
  public void deleteRetrievable(AgentContext ctx, String id) throws X {
    write(CallbackKey.DELETE_RETRIEVABLE, ctx, id);
  }

  @Override
  public List<Tokenizable> refreshStandingInstructions(AgentContext ctx) throws X {
    return fetched(CallbackKey.REFRESH_STANDING_INSTRUCTIONS, ctx);
  }

  @Override
  public void storeStandingInstruction(AgentContext ctx, Tokenizable instruction) throws X {
    write(CallbackKey.STORE_STANDING_INSTRUCTION, ctx, instruction);
  }

  @Override
  public void mutateStandingInstruction(AgentContext ctx, Tokenizable instruction) throws X {
    write(CallbackKey.MUTATE_STANDING_INSTRUCTION, ctx, instruction);
  }

  @Override
  public void deleteStandingInstruction(AgentContext ctx, Tokenizable instruction) throws X {
    write(CallbackKey.DELETE_STANDING_INSTRUCTION, ctx, instruction);
  }
}
