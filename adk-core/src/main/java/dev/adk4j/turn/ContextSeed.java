package dev.adk4j.turn;

import dev.adk4j.abort.AbortController;
import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.ToolRegistry;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.RecordSet;
import dev.adk4j.value.Registry;
import dev.adk4j.value.Scope;
import java.time.InstantSource;
import java.util.List;

/** What a context starts with. For the runtime: nobody else makes contexts. */
record ContextSeed(
    Scope scope,
    AbortController controller,
    Tokenizable systemPrompt,
    RecordSet<Tokenizable> standingInstructions,
    Registry stash,
    RecordSet<Message> messages,
    RecordSet<Memory> memories,
    RecordSet<Retrievable> retrievables,
    RecordSet<Thought> thoughts,
    RecordSet<ToolCall> toolCalls,
    ToolRegistry tools,
    SpoolStoreFactory spoolStores,
    InstantSource clock,
    Instrumentation instrumentation) {

  /** Empty sets, besides the given instructions. */
  public static ContextSeed fresh(
      Scope scope,
      AbortController controller,
      Tokenizable systemPrompt,
      List<Tokenizable> standingInstructions,
      Registry stash,
      ToolRegistry tools,
      SpoolStoreFactory spoolStores,
      InstantSource clock,
      Instrumentation instrumentation) {
    RecordSet<Tokenizable> instructions = RecordSet.ofValues(Tokenizable::value);
    instructions.addAll(standingInstructions);
    return new ContextSeed(
        scope,
        controller,
        systemPrompt,
        instructions,
        stash,
        RecordSet.ofRecords(Message::id),
        RecordSet.ofRecords(Memory::id),
        RecordSet.ofRecords(Retrievable::id),
        RecordSet.ofRecords(Thought::id),
        RecordSet.ofRecords(ToolCall::id),
        tools,
        spoolStores,
        clock,
        instrumentation);
  }

  /** Copies of everything a dispatch takes from its turn; hidden marks of tools stay behind. */
  static ContextSeed derived(AgentContext parent) {
    return new ContextSeed(
        parent.scope(),
        new AbortController(),
        parent.systemPrompt(),
        parent.standingInstructions().copy(),
        parent.stash().copy(),
        parent.turnMessages().copy(),
        parent.turnMemories().copy(),
        parent.turnRetrievables().copy(),
        parent.turnThoughts().copy(),
        parent.turnToolCalls().copy(),
        new ToolRegistry(parent.tools().all()),
        scope -> parent.spoolStore(),
        parent.clock(),
        parent.instrumentation());
  }

  /** Never the content. */
  @Override
  public String toString() {
    return "ContextSeed[" + scope + "]";
  }
}
