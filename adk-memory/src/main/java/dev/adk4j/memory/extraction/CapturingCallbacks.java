package dev.adk4j.memory.extraction;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.PartKind;
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
import dev.adk4j.turn.TurnRunner;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Wraps the callbacks that write a conversation, so that what they store is captured for
 * extraction. The callback goes first; what it throws is the caller's, and then nothing is
 * captured. Where the journal shares the callback's unit of work, both are stored or neither, and
 * the journal's failure is the callback's.
 *
 * <p>Tool calls and thoughts are captured only while some store's filter lets them through;
 * otherwise the callback comes back as it is. Messages that have reached a store are not changed or
 * deleted there.
 */
public final class CapturingCallbacks {

  private final ExtractionCoordinator coordinator;
  private final ExtractionJournal journal;
  private final Capture capture;

  public CapturingCallbacks(ExtractionCoordinator coordinator) {
    this.coordinator = coordinator;
    this.journal = coordinator.journal();
    this.capture = new Capture(coordinator);
  }

  /** Wraps all of them in a builder that has its storage. */
  public void applyTo(TurnRunner.Builder builder) {
    builder
        .wrapCallback(StoreMessageCallback.class, this::wrap)
        .wrapCallback(MutateMessageCallback.class, this::wrap)
        .wrapCallback(DeleteMessageCallback.class, this::wrap)
        .wrapCallback(StoreToolCallCallback.class, this::wrap)
        .wrapCallback(MutateToolCallCallback.class, this::wrap)
        .wrapCallback(DeleteToolCallCallback.class, this::wrap)
        .wrapCallback(StoreThoughtCallback.class, this::wrap)
        .wrapCallback(MutateThoughtCallback.class, this::wrap)
        .wrapCallback(DeleteThoughtCallback.class, this::wrap)
        .wrapToolCallGroupReplacer(this::wrap);
  }

  public StoreMessageCallback wrap(StoreMessageCallback given) {
    return new StoringMessages(this, given);
  }

  public MutateMessageCallback wrap(MutateMessageCallback given) {
    return new MutatingMessages(this, given);
  }

  public DeleteMessageCallback wrap(DeleteMessageCallback given) {
    return new DeletingMessages(this, given);
  }

  public StoreToolCallCallback wrap(StoreToolCallCallback given) {
    return wantsToolCalls() ? new StoringToolCalls(this, given) : given;
  }

  public MutateToolCallCallback wrap(MutateToolCallCallback given) {
    return wantsToolCalls() ? new MutatingToolCalls(this, given) : given;
  }

  public DeleteToolCallCallback wrap(DeleteToolCallCallback given) {
    return wantsToolCalls() ? new DeletingToolCalls(this, given) : given;
  }

  public ToolCallGroupReplacer wrap(ToolCallGroupReplacer given) {
    return wantsToolCalls() ? new ReplacingToolCalls(this, given) : given;
  }

  public StoreThoughtCallback wrap(StoreThoughtCallback given) {
    return wantsThoughts() ? new StoringThoughts(this, given) : given;
  }

  public MutateThoughtCallback wrap(MutateThoughtCallback given) {
    return wantsThoughts() ? new MutatingThoughts(this, given) : given;
  }

  public DeleteThoughtCallback wrap(DeleteThoughtCallback given) {
    return wantsThoughts() ? new DeletingThoughts(this, given) : given;
  }

  private void removeToolCall(MemoryConversation conversation, String id) {
    journal.remove(conversation, CapturedMessages.useId(id));
    journal.remove(conversation, CapturedMessages.resultId(id));
  }

  private boolean wantsToolCalls() {
    return coordinator.wants(PartKind.TOOL_USE) || coordinator.wants(PartKind.TOOL_RESULT);
  }

  private boolean wantsThoughts() {
    return coordinator.wants(PartKind.REASONING);
  }

  private record StoringMessages(CapturingCallbacks all, StoreMessageCallback given)
      implements StoreMessageCallback {

    @Override
    public void storeMessage(AgentContext ctx, Message message) throws Exception {
      all.capture.around(
          ctx,
          given,
          () -> given.storeMessage(ctx, message),
          c -> all.journal.append(c, List.of(CapturedMessages.of(message))));
    }

    @Override
    public @Nullable StorageUnitOfWork unitOfWork() {
      return given.unitOfWork();
    }
  }

  private record MutatingMessages(CapturingCallbacks all, MutateMessageCallback given)
      implements MutateMessageCallback {

    @Override
    public void mutateMessage(AgentContext ctx, Message message) throws Exception {
      all.capture.around(
          ctx,
          given,
          () -> given.mutateMessage(ctx, message),
          c -> all.journal.replace(c, CapturedMessages.of(message)));
    }

    @Override
    public @Nullable StorageUnitOfWork unitOfWork() {
      return given.unitOfWork();
    }
  }

  private record DeletingMessages(CapturingCallbacks all, DeleteMessageCallback given)
      implements DeleteMessageCallback {

    @Override
    public void deleteMessage(AgentContext ctx, String id) throws Exception {
      all.capture.around(
          ctx, given, () -> given.deleteMessage(ctx, id), c -> all.journal.remove(c, id));
    }

    @Override
    public @Nullable StorageUnitOfWork unitOfWork() {
      return given.unitOfWork();
    }
  }

  private record StoringToolCalls(CapturingCallbacks all, StoreToolCallCallback given)
      implements StoreToolCallCallback {

    @Override
    public void storeToolCall(AgentContext ctx, ToolCall call) throws Exception {
      all.capture.around(
          ctx,
          given,
          () -> given.storeToolCall(ctx, call),
          c -> all.journal.append(c, CapturedMessages.of(call)));
    }

    @Override
    public @Nullable StorageUnitOfWork unitOfWork() {
      return given.unitOfWork();
    }
  }

  private record MutatingToolCalls(CapturingCallbacks all, MutateToolCallCallback given)
      implements MutateToolCallCallback {

    @Override
    public void mutateToolCall(AgentContext ctx, ToolCall call) throws Exception {
      all.capture.around(
          ctx,
          given,
          () -> given.mutateToolCall(ctx, call),
          c -> CapturedMessages.of(call).forEach(message -> all.journal.replace(c, message)));
    }

    @Override
    public @Nullable StorageUnitOfWork unitOfWork() {
      return given.unitOfWork();
    }
  }

  private record DeletingToolCalls(CapturingCallbacks all, DeleteToolCallCallback given)
      implements DeleteToolCallCallback {

    @Override
    public void deleteToolCall(AgentContext ctx, String id) throws Exception {
      all.capture.around(
          ctx, given, () -> given.deleteToolCall(ctx, id), c -> all.removeToolCall(c, id));
    }

    @Override
    public @Nullable StorageUnitOfWork unitOfWork() {
      return given.unitOfWork();
    }
  }

  private record ReplacingToolCalls(CapturingCallbacks all, ToolCallGroupReplacer given)
      implements ToolCallGroupReplacer {

    @Override
    public void replaceToolCallGroup(
        AgentContext ctx, List<String> ids, List<ToolCall> replacements) throws Exception {
      all.capture.around(
          ctx,
          given,
          () -> given.replaceToolCallGroup(ctx, ids, replacements),
          c -> {
            ids.forEach(id -> all.removeToolCall(c, id));
            replacements.forEach(call -> all.journal.append(c, CapturedMessages.of(call)));
          });
    }

    @Override
    public @Nullable StorageUnitOfWork unitOfWork() {
      return given.unitOfWork();
    }
  }

  private record StoringThoughts(CapturingCallbacks all, StoreThoughtCallback given)
      implements StoreThoughtCallback {

    @Override
    public void storeThought(AgentContext ctx, Thought thought) throws Exception {
      all.capture.around(
          ctx,
          given,
          () -> given.storeThought(ctx, thought),
          c -> all.journal.append(c, List.of(CapturedMessages.of(thought))));
    }

    @Override
    public @Nullable StorageUnitOfWork unitOfWork() {
      return given.unitOfWork();
    }
  }

  private record MutatingThoughts(CapturingCallbacks all, MutateThoughtCallback given)
      implements MutateThoughtCallback {

    @Override
    public void mutateThought(AgentContext ctx, Thought thought) throws Exception {
      all.capture.around(
          ctx,
          given,
          () -> given.mutateThought(ctx, thought),
          c -> all.journal.replace(c, CapturedMessages.of(thought)));
    }

    @Override
    public @Nullable StorageUnitOfWork unitOfWork() {
      return given.unitOfWork();
    }
  }

  private record DeletingThoughts(CapturingCallbacks all, DeleteThoughtCallback given)
      implements DeleteThoughtCallback {

    @Override
    public void deleteThought(AgentContext ctx, String id) throws Exception {
      all.capture.around(
          ctx,
          given,
          () -> given.deleteThought(ctx, id),
          c -> all.journal.remove(c, CapturedMessages.thoughtId(id)));
    }

    @Override
    public @Nullable StorageUnitOfWork unitOfWork() {
      return given.unitOfWork();
    }
  }
}
