package dev.adk4j.memory.internal.extraction;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.extraction.ExtractionSettings.CaptureMode;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryPart;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.CallbackKind;
import dev.adk4j.storage.NoopStorageAdapter;
import dev.adk4j.storage.StorageUnitOfWork;
import dev.adk4j.storage.ToolCallGroupReplacer;
import dev.adk4j.turn.TurnRunner;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Wraps the callbacks that write a conversation, to capture their data for extraction. The callback
 * runs first; if it throws, nothing is captured. If the journal shares the callback's unit of work,
 * both writes are stored or neither, and a failure of the journal fails the callback.
 *
 * <p>Tool calls and thoughts are captured only if a store's filter accepts them. Messages already
 * saved in a store are neither changed nor deleted there.
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
    wrapAll(CallbackKind.MESSAGES, builder);
    if (coordinator.wants(MemoryPart.Kind.TOOL_USE)
        || coordinator.wants(MemoryPart.Kind.TOOL_RESULT)) {
      wrapAll(CallbackKind.TOOL_CALLS, builder);
      builder.wrapToolCallGroupReplacer(given -> new ReplaceToolCalls(this, given));
    }
    if (coordinator.wants(MemoryPart.Kind.REASONING)) {
      wrapAll(CallbackKind.THOUGHTS, builder);
    }
  }

  private void wrapAll(CallbackKind kind, TurnRunner.Builder builder) {
    for (CallbackKey key : CallbackKey.values()) {
      if (key.kind() == kind && key.writes()) {
        wrap(key.type(), builder);
      }
    }
  }

  private <C> void wrap(Class<C> type, TurnRunner.Builder builder) {
    builder.wrapCallback(type, given -> type.cast(new Capturing((StorageUnitOfWork.Member) given)));
  }

  /** Runs the callback's write and the journal's. Does not capture a turn without an owner. */
  private void capture(
      AgentContext ctx,
      StorageUnitOfWork.Member callback,
      StorageUnitOfWork.Writes write,
      Consumer<MemoryConversation> note)
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
            note.accept(conversation);
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

  private void tryTo(Consumer<MemoryConversation> note, MemoryConversation conversation) {
    try {
      note.accept(conversation);
      coordinator.captured(conversation);
    } catch (RuntimeException e) {
      coordinator.captureFailed(conversation, e);
    }
  }

  private void removeToolCall(MemoryConversation conversation, String id) {
    journal.remove(conversation, CapturedMessages.useId(id));
    journal.remove(conversation, CapturedMessages.resultId(id));
  }

  /** Records a callback's writes in the journal. */
  private void note(CallbackKey key, Object value, MemoryConversation conversation) {
    if (key == CallbackKey.DELETE_TOOL_CALL) {
      removeToolCall(conversation, (String) value);
    } else if (key.verb() == CallbackKey.Verb.DELETE) {
      String id = (String) value;
      journal.remove(
          conversation, key.kind() == CallbackKind.THOUGHTS ? CapturedMessages.thoughtId(id) : id);
    } else if (key.verb() == CallbackKey.Verb.STORE) {
      journal.append(conversation, CapturedMessages.ofRecord(value));
    } else {
      CapturedMessages.ofRecord(value).forEach(m -> journal.replace(conversation, m));
    }
  }

  /**
   * Wrapped callback. A member of the same unit of work as the original, and called in its place.
   */
  private final class Capturing extends NoopStorageAdapter {

    private final StorageUnitOfWork.Member given;

    private Capturing(StorageUnitOfWork.Member given) {
      this.given = given;
    }

    @Override
    public @Nullable StorageUnitOfWork unitOfWork() {
      return given.unitOfWork();
    }

    @Override
    protected void write(CallbackKey key, AgentContext ctx, Object value) throws Exception {
      capture(
          ctx,
          given,
          () -> key.write(given, ctx, value),
          conversation -> note(key, value, conversation));
    }
  }

  private record ReplaceToolCalls(CapturingCallbacks all, ToolCallGroupReplacer given)
      implements ToolCallGroupReplacer {

    @Override
    public @Nullable StorageUnitOfWork unitOfWork() {
      return given.unitOfWork();
    }

    @Override
    public void replaceToolCallGroup(
        AgentContext ctx, List<String> ids, List<ToolCall> replacements) throws Exception {
      all.capture(
          ctx,
          given,
          () -> given.replaceToolCallGroup(ctx, ids, replacements),
          conversation -> {
            ids.forEach(id -> all.removeToolCall(conversation, id));
            replacements.forEach(
                call -> all.journal.append(conversation, CapturedMessages.of(call)));
          });
    }
  }
}
