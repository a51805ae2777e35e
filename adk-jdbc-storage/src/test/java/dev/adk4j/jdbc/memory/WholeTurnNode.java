package dev.adk4j.jdbc.memory;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.Map;

/**
 * An application whose turns use everything that keeps data: a message with a file, a passage with
 * bytes, a memory, a fact, a thought, a tool's spooled result, an answer, and what was said is
 * extracted. All of a turn can be told from its id.
 */
final class WholeTurnNode implements AutoCloseable {

  /** In characters: a few chunks. */
  private static final int LENGTH = 40_000;

  private final JdbcPersistentStorage storage;
  private final JdbcMemoryStore facts;
  private final MemoryNode node;

  WholeTurnNode(TestDatabase database, Deliveries deliveries) {
    this.storage = database.storage();
    this.facts = JdbcMemoryStore.builder(database.dataSource(), "facts").build();
    this.node =
        new MemoryNode(
            database, deliveries, MemoryNode.SHORT_LEASE, WholeTurnNode::accept, this::answer);
  }

  /** The bytes of that name. */
  static String bytes(String name) {
    return (name + " ").repeat(LENGTH / (name.length() + 1));
  }

  static Scope scope(int n) {
    return Scope.of("crash", "ann", "c" + n % 3);
  }

  MemoryManager memory() {
    return node.memory();
  }

  /** A whole turn; everything is stored when this returns. */
  void turn(Scope scope, String id) {
    node.turn(scope, id);
  }

  private static void accept(TurnContext ctx, Next next) throws Exception {
    for (Message message : ctx.input()) {
      String name = message.id();
      Message kept =
          message.toBuilder()
              .attachments(
                  Media.userAttachment(
                      MediaKind.DOCUMENT,
                      "text/plain",
                      name + ".txt",
                      ctx.storeMediaBytes(name, ByteSource.of(bytes(name)))))
              .build();
      ctx.storeMessage(kept);
      ctx.turnMessages().add(kept);
    }
    next.proceed();
  }

  private void answer(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    String id = ctx.turnMessages().stream().reduce((first, last) -> last).orElseThrow().id();
    Instant now = ctx.clock().instant();
    String passage = id + "-passage";
    ctx.storeRetrievable(
        Retrievable.builder()
            .id(passage)
            .content(
                new SpooledArtifact(
                    ctx.storeRetrievableBytes(passage, ByteSource.of(bytes(passage)))))
            .trustTier(TrustTier.THIRD_PARTY_PUBLIC)
            .createdAt(now)
            .updatedAt(now)
            .build());
    ctx.storeMemory(
        Memory.builder()
            .id(id + "-memory")
            .content("memory of " + id)
            .confidence(0.9)
            .importance(0.5)
            .createdAt(now)
            .updatedAt(now)
            .build());
    facts.add(
        "fact of " + id,
        Map.of(),
        MemoryWriteContext.of(MemoryOwner.of(ctx.scope()).orElseThrow()));
    ctx.storeThought(
        Thought.builder()
            .id(id + "-thought")
            .content("thought of " + id)
            .createdAt(now)
            .updatedAt(now)
            .build());
    String call = id + "-call";
    ctx.storeToolCall(
        ToolCall.builder()
            .id(call)
            .tool("look")
            .args(JsonValue.of(Map.of("for", id)))
            .checksum("c-" + id)
            .isComplete(true)
            .isError(false)
            .results(
                ToolResults.artifact(
                    new SpooledArtifact(
                        storage
                            .spoolStores()
                            .forScope(ctx.scope())
                            .write(call, ByteSource.of(bytes(call))))))
            .createdAt(now)
            .updatedAt(now)
            .completedAt(now)
            .build());
    ctx.storeMessage(Message.assistant(id + "-answer", "answer of " + id, now));
    ctx.ack();
  }

  @Override
  public void close() {
    node.close();
  }
}
