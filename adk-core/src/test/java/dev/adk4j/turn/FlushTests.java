package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.acking;
import static dev.adk4j.harness.Engine.message;
import static dev.adk4j.harness.Engine.raw;
import static dev.adk4j.harness.Engine.runner;
import static dev.adk4j.harness.Engine.standalone;
import static dev.adk4j.harness.Engine.toolCall;
import static dev.adk4j.harness.Engine.turning;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.abort.AbortException;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.harness.Engine;
import dev.adk4j.harness.Tape;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.DeleteToolCallCallback;
import dev.adk4j.storage.StorageUnitOfWork;
import dev.adk4j.storage.StoreMemoryCallback;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.storage.StoreToolCallCallback;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Units of work, what a failed flush leaves behind, and groups of tool calls. */
class FlushTests {

  private final List<String> log = new ArrayList<>();
  private final List<String> mirrored = new ArrayList<>();
  private String failing = "";

  private final StorageUnitOfWork unit = unit("unit");

  @Test
  void neighboursOfOneUnitShareATransactionAndOthersRunOutside() {
    play(
        (ctx, helpers) -> {
          ctx.storeMessage(message("a"));
          ctx.storeToolCall(toolCall("b"));
          ctx.storeMemory(Engine.memory("foreign"));
          ctx.storeMessage(message("c"));
          ctx.deleteMessage("nobody");
          ctx.storeMessage(message("d"));
          ctx.ack();
        });

    assertThat(log)
        .containsExactly(
            "unit begins",
            "message a",
            "toolCall b",
            "unit commits",
            "memory foreign",
            "unit begins",
            "message c",
            "unit commits",
            "unit begins",
            "message d",
            "unit commits");
    assertThat(mirrored).containsExactly("foreign", "a", "c", "d", "b");
  }

  @Test
  void everythingIsPersistedBeforeAnythingIsMirroredOrTold() throws Exception {
    RawDispatchContext context =
        persisting().hook(MutationHook.STORED_MESSAGE, m -> log.add("hook " + m.id())).build();
    Engine.dispatch(
        context,
        (ctx, helpers) -> {
          ctx.storeMessage(message("a"));
          ctx.storeMessage(message("b"));
          ctx.ack();
        });
    assertThat(log).containsExactly("persist a", "persist b", "hook a", "hook b");
  }

  @Test
  void rolledBackUnitIsDroppedWithTheRestAndEarlierWritesAreMirrored() {
    failing = "toolCall b";
    Tape tape =
        play(
            (ctx, helpers) -> {
              ctx.storeMemory(Engine.memory("foreign"));
              ctx.storeMessage(message("a"));
              ctx.storeToolCall(toolCall("b"));
              ctx.storeMemory(Engine.memory("dropped"));
              ctx.ack();
            });

    assertThat(log)
        .containsExactly("memory foreign", "unit begins", "message a", "unit rolls back");
    assertThat(mirrored).containsExactly("foreign");
    assertThat(tape.lines())
        .containsExactly(
            "turnStart",
            "dispatchStart",
            "iterationStart(0)",
            "dispatchEnd(nack, iterations 0)",
            "error(E_LLM_EXECUTION_EXECUTOR_ERROR)",
            "turnEnd");
    assertThat(tape.event(ErrorEvent.class).error()).hasCauseInstanceOf(IOException.class);
  }

  @Test
  void aFailedFlushAfterTheOutputPipelineTellsNoIterationEnd() {
    failing = "message a";
    Tape tape = play((ctx, helpers) -> ctx.storeMessage(message("a")));
    assertThat(tape.lines())
        .doesNotContain("iterationEnd(0)")
        .contains("dispatchEnd(nack, iterations 0)");
  }

  @Test
  void unitsMayRepeatWritesButNotSkipOrSwallowThem() {
    for (String kind : List.of("repeats", "skips", "swallows")) {
      log.clear();
      mirrored.clear();
      StorageUnitOfWork odd =
          (ctx, writes) -> {
            switch (kind) {
              case "repeats" -> {
                writes.run();
                writes.run();
              }
              case "swallows" -> {
                try {
                  writes.run();
                } catch (IOException e) {
                  log.add("swallowed");
                }
              }
              default -> {}
            }
          };
      failing = kind.equals("swallows") ? "message a" : "";
      Tape tape =
          play(
              runner().callback(StoreMessageCallback.class, messages(odd)),
              acking(ctx -> ctx.storeMessage(message("a"))));
      assertThat(tape.lines().contains("error(E_LLM_EXECUTION_EXECUTOR_ERROR)"))
          .isEqualTo(!kind.equals("repeats"));
      assertThat(mirrored).hasSize(kind.equals("repeats") ? 1 : 0);
    }
  }

  @Test
  void flushesWritesOfHooksToo() throws Exception {
    AtomicReference<dev.adk4j.loop.DispatchContext> running = new AtomicReference<>();
    RawDispatchContext context =
        persisting()
            .hook(
                MutationHook.STORED_MESSAGE,
                m -> {
                  if (m.id().equals("a")) {
                    running.get().storeMessage(message("b"));
                  }
                })
            .build();
    Engine.dispatch(
        context,
        (ctx, helpers) -> {
          running.set(ctx);
          ctx.storeMessage(message("a"));
          ctx.ack();
        });
    assertThat(log).containsExactly("persist a", "persist b");
  }

  @Test
  void hookAnsweringItsOwnWritesFailsTheDispatch() throws Exception {
    AtomicReference<dev.adk4j.loop.DispatchContext> running = new AtomicReference<>();
    RawDispatchContext context =
        persisting()
            .hook(
                MutationHook.STORED_MESSAGE, m -> running.get().storeMessage(message(m.id() + "'")))
            .build();
    assertThatThrownBy(
            () ->
                Engine.dispatch(
                    context,
                    (ctx, helpers) -> {
                      running.set(ctx);
                      ctx.storeMessage(message("a"));
                      ctx.ack();
                    }))
        .hasMessageContaining("answer its own writes");
    assertThat(log).hasSize(16);
  }

  @Test
  void anAbortDuringAFlushRollsBackItsUnitAndIsNoFailure() {
    for (boolean acked : List.of(false, true)) {
      log.clear();
      mirrored.clear();
      Tape tape =
          play(
              (ctx, helpers) -> {
                ctx.storeMemory(Engine.memory("foreign"));
                ctx.storeMessage(message("a"));
                ctx.storeMessage(message("aborts"));
                ctx.storeMessage(message("c"));
                if (acked) {
                  ctx.ack();
                }
              });
      assertThat(log)
          .containsExactly(
              "memory foreign", "unit begins", "message a", "message aborts", "unit rolls back");
      assertThat(mirrored).containsExactly("foreign");
      assertThat(tape.lines())
          .contains(acked ? "dispatchEnd(ack, iterations 0)" : "dispatchEnd(aborted, iterations 1)")
          .noneMatch(line -> line.startsWith("error"));
    }
  }

  @Test
  void abortExceptionOfAFlushIsAFailureUnlessTheTurnIsAborted() {
    for (Exception thrown : List.of(new AbortException("gone"), new InterruptedException("gone"))) {
      for (boolean aborted : List.of(true, false)) {
        TurnRunner.Builder builder =
            runner()
                .callback(
                    StoreMessageCallback.class,
                    (ctx, message) -> {
                      if (aborted) {
                        ctx.abort();
                      }
                      throw thrown;
                    });
        Tape tape = play(builder, acking(ctx -> ctx.storeMessage(message("a"))));
        assertThat(Thread.interrupted()).isEqualTo(thrown instanceof InterruptedException);
        assertThat(tape.lines().contains("error(E_LLM_EXECUTION_EXECUTOR_ERROR)"))
            .as("%s, aborted %s", thrown, aborted)
            .isEqualTo(!aborted);
        assertThat(mirrored).isEmpty();
      }
    }
  }

  @Test
  void errorSwallowedByAUnitOfWorkIsTold() {
    StorageUnitOfWork swallowing =
        (ctx, writes) -> {
          try {
            writes.run();
          } catch (LinkageError e) {
            log.add("swallowed");
          }
        };
    Tape tape =
        play(
            runner()
                .callback(
                    StoreMessageCallback.class,
                    new StoreMessageCallback() {
                      @Override
                      public void storeMessage(AgentContext ctx, Message message) {
                        throw new NoClassDefFoundError("driver");
                      }

                      @Override
                      public StorageUnitOfWork unitOfWork() {
                        return swallowing;
                      }
                    }),
            acking(ctx -> ctx.storeMessage(message("a"))));
    assertThat(log).containsExactly("swallowed");
    assertThat(tape.event(ErrorEvent.class).error()).hasCauseInstanceOf(LinkageError.class);
  }

  @Test
  void aGroupIsReplacedWhereItsFirstMemberStood() {
    List<String> order = new ArrayList<>();
    List<Integer> counts = new ArrayList<>();
    play(
        (ctx, helpers) -> {
          for (String id : List.of("a", "b", "c", "d")) {
            ctx.storeToolCall(toolCall(id));
          }
          ctx.replaceToolCallGroup(List.of("b", "d"), List.of(toolCall("x"), toolCall("y")));
          ctx.turnToolCalls().forEach(c -> order.add(c.id()));
          counts.add(ctx.toolCallCount(toolCall("b").checksum()));
          counts.add(ctx.toolCallCount(toolCall("x").checksum()));
          ctx.ack();
        });
    assertThat(order).containsExactly("a", "x", "y", "c");
    assertThat(mirrored).containsExactly("a", "x", "y", "c");
    assertThat(counts).containsExactly(0, 1);
    assertThat(log).endsWith("delete b", "delete d", "toolCall x", "toolCall y", "unit commits");
  }

  @Test
  void aReplacerReplacesInOneCallAndHooksHearEachMember() throws Exception {
    RawDispatchContext context =
        standalone()
            .toolCalls(List.of(toolCall("a"), toolCall("b")))
            .toolCallGroupReplacer(
                (ctx, ids, replacements) ->
                    log.add("replace " + ids + " by " + replacements.size()))
            .hook(MutationHook.DELETED_TOOL_CALL, id -> log.add("deleted " + id))
            .hook(MutationHook.STORED_TOOL_CALL, c -> log.add("stored " + c.id()))
            .build();
    Engine.dispatch(
        context,
        acking(ctx -> ctx.replaceToolCallGroup(List.of("a", "b"), List.of(toolCall("x")))));
    assertThat(log).containsExactly("replace [a, b] by 1", "deleted a", "deleted b", "stored x");
  }

  @Test
  void turnReplacesAGroupAtOnceAndAFailureNamesTheDeletedCalls() {
    List<Object> deleted = new ArrayList<>();
    failing = "toolCall y";
    TurnRunner.Builder builder =
        runner()
            .callback(DeleteToolCallCallback.class, (ctx, id) -> record("delete " + id))
            .callback(StoreToolCallCallback.class, (ctx, call) -> record("toolCall " + call.id()))
            .turnInputPipeline(
                List.of(
                    turning(
                        ctx -> {
                          ctx.turnToolCalls().add(toolCall("a"));
                          ctx.turnToolCalls().add(toolCall("b"));
                          ctx.replaceToolCallGroup(List.of("a"), List.of(toolCall("x")));
                          try {
                            ctx.replaceToolCallGroup(List.of("b"), List.of(toolCall("y")));
                          } catch (AdkException e) {
                            deleted.add(e.errorCode());
                            deleted.addAll(e.args());
                          }
                          try {
                            ctx.replaceToolCallGroup(List.of(), List.of(toolCall("z")));
                          } catch (AdkException e) {
                            deleted.add(e.errorCode());
                          }
                        })));
    play(builder, (ctx, helpers) -> ctx.ack());

    assertThat(log).containsExactly("delete a", "toolCall x", "delete b");
    assertThat(deleted)
        .containsExactly(
            AdkErrorCode.E_TOOL_CALL_GROUP_NOT_REPLACED, "b", AdkErrorCode.VALIDATION_EXCEPTION);
    assertThat(mirrored).containsExactly("x", "b");
  }

  private RawDispatchContext.Builder persisting() {
    return standalone()
        .callback(StoreMessageCallback.class, (ctx, message) -> log.add("persist " + message.id()));
  }

  private Tape play(DispatchExecutor executor) {
    return play(
        runner()
            .callback(StoreMessageCallback.class, messages(unit))
            .callback(
                StoreToolCallCallback.class,
                new StoreToolCallCallback() {
                  @Override
                  public void storeToolCall(AgentContext ctx, ToolCall toolCall) throws Exception {
                    record("toolCall " + toolCall.id());
                  }

                  @Override
                  public StorageUnitOfWork unitOfWork() {
                    return unit;
                  }
                })
            .callback(
                DeleteToolCallCallback.class,
                new DeleteToolCallCallback() {
                  @Override
                  public void deleteToolCall(AgentContext ctx, String id) throws Exception {
                    record("delete " + id);
                  }

                  @Override
                  public StorageUnitOfWork unitOfWork() {
                    return unit;
                  }
                })
            .callback(
                StoreMemoryCallback.class,
                (StoreMemoryCallback) (ctx, memory) -> record("memory " + memory.id())),
        executor);
  }

  private Tape play(TurnRunner.Builder builder, DispatchExecutor executor) {
    TurnRunner runner = builder.executor(executor).build();
    Tape tape = Tape.of(runner);
    runner
        .turn(raw())
        .inspect(
            ctx -> {
              ctx.turnMemories().forEach(m -> mirrored.add(m.id()));
              ctx.turnMessages().forEach(m -> mirrored.add(m.id()));
              ctx.turnToolCalls().forEach(c -> mirrored.add(c.id()));
            })
        .run();
    return tape.rethrowAssertions();
  }

  private StoreMessageCallback messages(StorageUnitOfWork of) {
    return new StoreMessageCallback() {
      @Override
      public void storeMessage(AgentContext ctx, Message message) throws Exception {
        record("message " + message.id());
        if (message.id().equals("aborts")) {
          ctx.abort();
        }
      }

      @Override
      public StorageUnitOfWork unitOfWork() {
        return of;
      }
    };
  }

  private void record(String line) throws IOException {
    if (line.equals(failing)) {
      throw new IOException("disk full");
    }
    log.add(line);
  }

  private StorageUnitOfWork unit(String name) {
    return (ctx, writes) -> {
      log.add(name + " begins");
      try {
        writes.run();
        log.add(name + " commits");
      } catch (Exception e) {
        log.add(name + " rolls back");
        throw e;
      }
    };
  }
}
