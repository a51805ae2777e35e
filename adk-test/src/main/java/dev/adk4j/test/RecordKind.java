package dev.adk4j.test;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.CallbackKey.Verb;
import dev.adk4j.storage.CallbackKind;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.value.Scope;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Kind of stored records with an id, for rules shared by all five kinds. */
record RecordKind<T>(
    CallbackKind kind,
    Class<T> type,
    Function<T, String> idOf,
    BiFunction<RandomPrimitives, String, T> sample) {

  static final RecordKind<Message> MESSAGE =
      new RecordKind<>(
          CallbackKind.MESSAGES, Message.class, Message::id, RandomPrimitives::message);
  static final RecordKind<Thought> THOUGHT =
      new RecordKind<>(
          CallbackKind.THOUGHTS, Thought.class, Thought::id, RandomPrimitives::thought);
  static final RecordKind<ToolCall> TOOL_CALL =
      new RecordKind<>(
          CallbackKind.TOOL_CALLS, ToolCall.class, ToolCall::id, RandomPrimitives::toolCall);
  static final RecordKind<Retrievable> RETRIEVABLE =
      new RecordKind<>(
          CallbackKind.RETRIEVABLES,
          Retrievable.class,
          Retrievable::id,
          RandomPrimitives::retrievable);
  static final RecordKind<Memory> MEMORY =
      new RecordKind<>(CallbackKind.MEMORIES, Memory.class, Memory::id, RandomPrimitives::memory);

  static final List<RecordKind<?>> ALL = List.of(MESSAGE, THOUGHT, TOOL_CALL, RETRIEVABLE, MEMORY);

  /** Kinds that share a conversation's numbering. */
  static final List<RecordKind<?>> NUMBERED = List.of(MESSAGE, THOUGHT, TOOL_CALL);

  String name() {
    return kind.recordName();
  }

  Owner owner() {
    return kind.ofSubject() ? Owner.SUBJECT : Owner.CONVERSATION;
  }

  T cast(Object record) {
    return type.cast(record);
  }

  @SuppressWarnings("unchecked") // the callback of this kind
  List<T> fetch(PersistentStorage storage, AgentContext ctx) throws Exception {
    return (List<T>) Objects.requireNonNull(key(Verb.FETCH).fetch(storage, ctx));
  }

  void store(PersistentStorage storage, AgentContext ctx, T record) throws Exception {
    write(Verb.STORE, storage, ctx, record);
  }

  void mutate(PersistentStorage storage, AgentContext ctx, T record) throws Exception {
    write(Verb.MUTATE, storage, ctx, record);
  }

  void delete(PersistentStorage storage, AgentContext ctx, String id) throws Exception {
    key(Verb.DELETE).write(storage, ctx, id);
  }

  /** Stores or mutates the record. */
  void write(Verb verb, PersistentStorage storage, AgentContext ctx, T record) throws Exception {
    key(verb).write(storage, ctx, record);
  }

  private CallbackKey key(Verb verb) {
    return Stream.of(CallbackKey.values())
        .filter(key -> key.kind() == kind && key.verb() == verb)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public String toString() {
    return name();
  }

  /** Owner of records within the tenant. */
  enum Owner {
    CONVERSATION(Scope::withConversation),
    SUBJECT(Scope::withSubject);

    private final BiFunction<Scope, @Nullable String, Scope> change;

    Owner(BiFunction<Scope, @Nullable String, Scope> change) {
      this.change = change;
    }

    /** Returns the scope with another owner of this kind; without one if the id is null. */
    Scope in(Scope scope, @Nullable String id) {
      return change.apply(scope, id);
    }

    Owner other() {
      return this == SUBJECT ? CONVERSATION : SUBJECT;
    }
  }
}
