package dev.adk4j.memory.internal.extraction;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.extraction.ExtractionSettings.CaptureMode;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryPart;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.DeleteMessageCallback;
import dev.adk4j.storage.DeleteThoughtCallback;
import dev.adk4j.storage.DeleteToolCallCallback;
import dev.adk4j.storage.MutateMessageCallback;
import dev.adk4j.storage.MutateThoughtCallback;
import dev.adk4j.storage.MutateToolCallCallback;
import dev.adk4j.storage.StorageUnitOfWork;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.storage.StoreThoughtCallback;
import dev.adk4j.storage.StoreToolCallCallback;
import dev.adk4j.storage.ToolCallGroupReplacer;
import dev.adk4j.storage.UnitOfWorkMember;
import dev.adk4j.turn.TurnRunner;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Wraps the callbacks that write a conversation, so that what they store is captured for
 * extraction. The callback runs first; if it throws, nothing is captured. If the journal shares the
 * callback's unit of work, both are stored or neither, and a failure of the journal fails the
 * callback.
 *
 * <p>Tool calls and thoughts are captured only if a store's filter accepts them. Messages that a
 * store already has are not changed or deleted there.
 */
public final class CapturingCallbacks {

  private final ExtractionCoordinator coordinator;
  private final ExtractionJournal journal;

  public CapturingCallbacks(ExtractionCoordinator coordinator) {
    this.coordinator = coordinator;
    this.journal = coordinator.journal();
  }

  /** Wraps the callbacks of a builder that has its storage. */
  public void applyTo(TurnRunner.Builder builder) {
    builder
        .wrapCallback(StoreMessageCallback.class, given -> new StoreMessage(this, given))
        .wrapCallback(MutateMessageCallback.class, given -> new MutateMessage(this, given))
        .wrapCallback(DeleteMessageCallback.class, given -> new DeleteMessage(this, given));
    if (coordinator.wants(MemoryPart.Kind.TOOL_USE)
        || coordinator.wants(MemoryPart.Kind.TOOL_RESULT)) {
      builder
          .wrapCallback(StoreToolCallCallback.class, given -> new StoreToolCall(this, given))
          .wrapCallback(MutateToolCallCallback.class, given -> new MutateToolCall(this, given))
          .wrapCallback(DeleteToolCallCallback.class, given -> new DeleteToolCall(this, given))
          .wrapToolCallGroupReplacer(given -> new ReplaceToolCalls(this, given));
    }
    if (coordinator.wants(MemoryPart.Kind.REASONING)) {
      builder
          .wrapCallback(StoreThoughtCallback.class, given -> new StoreThought(this, given))
          .wrapCallback(MutateThoughtCallback.class, given -> new MutateThought(this, given))
          .wrapCallback(DeleteThoughtCallback.class, given -> new DeleteThought(this, given));
    }
  }

  /** Runs the callback's write and the journal's. A turn without an owner is not captured. */
  private void capture(
      AgentContext ctx,
      UnitOfWorkMember callback,
      StorageUnitOfWork.Writes write,
      BiConsumer<ExtractionJournal, MemoryConversation> note)
      throws Exception {
    Optional<MemoryConversation> scope = MemoryConversation.of(ctx.scope());
    if (scope.isEmpty()) {
      write.run();
      return;
    }
    MemoryConversation conversation = scope.get();
    StorageUnitOfWork unit = callback.unitOfWork();
    if (unit != null
        && coordinator.settings().capture() == CaptureMode.TRANSACTIONAL
        && unit == journal.unitOfWork()) {
      unit.join(
          ctx,
          () -> {
            write.run();
            note.accept(journal, conversation);
            unit.afterCommit(() -> coordinator.captured(conversation));
          });
      return;
    }
    write.run();
    if (unit == null) {
      tryTo(note, conversation);
    } else {
      unit.afterCommit(() -> tryTo(note, conversation));
    }
  }

  private void tryTo(
      BiConsumer<ExtractionJournal, MemoryConversation> note, MemoryConversation conversation) {
    try {
      note.accept(journal, conversation);
      coordinator.captured(conversation);
    } catch (RuntimeException e) {
      coordinator.captureFailed(conversation, e);
    }
  }

  private static void removeToolCall(ExtractionJournal journal, MemoryConversation c, String id) {
    journal.remove(c, CapturedMessages.useId(id));
    journal.remove(c, CapturedMessages.resultId(id));
  }

  /** A wrapped callback, a member of the same unit of work. */
  private interface Capturing<C extends UnitOfWorkMember> extends UnitOfWorkMember {

    C given();

    @Override
    default @Nullable StorageUnitOfWork unitOfWork() {
      return given().unitOfWork();
    }
  }

  private record StoreMessage(CapturingCallbacks all, StoreMessageCallback given)
      implements Capturing<StoreMessageCallback>, StoreMessageCallback {

    @Override
    public void storeMessage(AgentContext ctx, Message message) throws Exception {
      all.capture(
          ctx,
          given,
          () -> given.storeMessage(ctx, message),
          (journal, c) -> journal.append(c, List.of(CapturedMessages.of(message))));
    }
  }

  private record MutateMessage(CapturingCallbacks all, MutateMessageCallback given)
      implements Capturing<MutateMessageCallback>, MutateMessageCallback {

    @Override
    public void mutateMessage(AgentContext ctx, Message message) throws Exception {
      all.capture(
          ctx,
          given,
          () -> given.mutateMessage(ctx, message),
          (journal, c) -> journal.replace(c, CapturedMessages.of(message)));
    }
  }

  private record DeleteMessage(CapturingCallbacks all, DeleteMessageCallback given)
      implements Capturing<DeleteMessageCallback>, DeleteMessageCallback {

    @Override
    public void deleteMessage(AgentContext ctx, String id) throws Exception {
      all.capture(
          ctx, given, () -> given.deleteMessage(ctx, id), (journal, c) -> journal.remove(c, id));
    }
  }

  private record StoreToolCall(CapturingCallbacks all, StoreToolCallCallback given)
      implements Capturing<StoreToolCallCallback>, StoreToolCallCallback {

    @Override
    public void storeToolCall(AgentContext ctx, ToolCall call) throws Exception {
      all.capture(
          ctx,
          given,
          () -> given.storeToolCall(ctx, call),
          (journal, c) -> journal.append(c, CapturedMessages.of(call)));
    }
  }

  private record MutateToolCall(CapturingCallbacks all, MutateToolCallCallback given)
      implements Capturing<MutateToolCallCallback>, MutateToolCallCallback {

    @Override
    public void mutateToolCall(AgentContext ctx, ToolCall call) throws Exception {
      all.capture(
          ctx,
          given,
          () -> given.mutateToolCall(ctx, call),
          (journal, c) -> CapturedMessages.of(call).forEach(m -> journal.replace(c, m)));
    }
  }

  private record DeleteToolCall(CapturingCallbacks all, DeleteToolCallCallback given)
      implements Capturing<DeleteToolCallCallback>, DeleteToolCallCallback {

    @Override
    public void deleteToolCall(AgentContext ctx, String id) throws Exception {
      all.capture(
          ctx,
          given,
          () -> given.deleteToolCall(ctx, id),
          (journal, c) -> removeToolCall(journal, c, id));
    }
  }

  private record ReplaceToolCalls(CapturingCallbacks all, ToolCallGroupReplacer given)
      implements Capturing<ToolCallGroupReplacer>, ToolCallGroupReplacer {

    @Override
    public void replaceToolCallGroup(
        AgentContext ctx, List<String> ids, List<ToolCall> replacements) throws Exception {
      all.capture(
          ctx,
          given,
          () -> given.replaceToolCallGroup(ctx, ids, replacements),
          (journal, c) -> {
            ids.forEach(id -> removeToolCall(journal, c, id));
            replacements.forEach(call -> journal.append(c, CapturedMessages.of(call)));
          });
    }
  }

  private record StoreThought(CapturingCallbacks all, StoreThoughtCallback given)
      implements Capturing<StoreThoughtCallback>, StoreThoughtCallback {

    @Override
    public void storeThought(AgentContext ctx, Thought thought) throws Exception {
      all.capture(
          ctx,
          given,
          () -> given.storeThought(ctx, thought),
          (journal, c) -> journal.append(c, List.of(CapturedMessages.of(thought))));
    }
  }

  private record MutateThought(CapturingCallbacks all, MutateThoughtCallback given)
      implements Capturing<MutateThoughtCallback>, MutateThoughtCallback {

    @Override
    public void mutateThought(AgentContext ctx, Thought thought) throws Exception {
      all.capture(
          ctx,
          given,
          () -> given.mutateThought(ctx, thought),
          (journal, c) -> journal.replace(c, CapturedMessages.of(thought)));
    }
  }

  private record DeleteThought(CapturingCallbacks all, DeleteThoughtCallback given)
      implements Capturing<DeleteThoughtCallback>, DeleteThoughtCallback {

    @Override
    public void deleteThought(AgentContext ctx, String id) throws Exception {
      all.capture(
          ctx,
          given,
          () -> given.deleteThought(ctx, id),
          (journal, c) -> journal.remove(c, CapturedMessages.thoughtId(id)));
    }
  }
}
