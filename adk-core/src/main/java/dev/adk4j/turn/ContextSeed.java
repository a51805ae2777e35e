package dev.adk4j.turn;

import dev.adk4j.abort.AbortController;
import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.ToolRegistry;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.RecordSet;
import dev.adk4j.value.Scope;
import java.time.InstantSource;
import java.util.List;

/** Initial data of a context. For the runtime: no other code creates contexts. */
record ContextSeed(
    Scope scope,
    AbortController controller,
    Tokenizable systemPrompt,
    RecordSet<Tokenizable> standingInstructions,
    Attributes stash,
    RecordSet<Message> messages,
    RecordSet<Memory> memories,
    RecordSet<Retrievable> retrievables,
    RecordSet<Thought> thoughts,
    RecordSet<ToolCall> toolCalls,
    ToolRegistry tools,
    SpoolStoreFactory spoolStores,
    InstantSource clock,
    Instrumentation instrumentation) {

  /** Returns empty sets, except for the given instructions. */
  static ContextSeed fresh(
      Scope scope,
      AbortController controller,
      Tokenizable systemPrompt,
      List<Tokenizable> standingInstructions,
      Attributes stash,
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

  /** Copies the data that a context of its own may change. Hidden marks of tools are not copied. */
  ContextSeed copy(AbortController controller, SpoolStoreFactory spoolStores) {
    return new ContextSeed(
        scope,
        controller,
        systemPrompt,
        standingInstructions.copy(),
        stash.copy(),
        messages.copy(),
        memories.copy(),
        retrievables.copy(),
        thoughts.copy(),
        toolCalls.copy(),
        tools.copy(),
        spoolStores,
        clock,
        instrumentation);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "ContextSeed[" + scope + "]";
  }
}
