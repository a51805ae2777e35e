package dev.adk4j.memory.extraction;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.storage.StorageUnitOfWork;
import dev.adk4j.storage.UnitOfWorkMember;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets a callback write and then the journal: in one transaction where both can share one, else the
 * journal after the callback's transaction, and then its failure is not the conversation's.
 */
final class Capture {

  private final ExtractionCoordinator coordinator;

  Capture(ExtractionCoordinator coordinator) {
    this.coordinator = coordinator;
  }

  /** A turn without subject or conversation is not captured. */
  void around(
      AgentContext ctx,
      UnitOfWorkMember callback,
      StorageUnitOfWork.Writes write,
      Consumer<MemoryConversation> note)
      throws Exception {
    Optional<MemoryConversation> conversation = MemoryConversation.of(ctx.scope());
    if (conversation.isEmpty()) {
      write.run();
      return;
    }
    StorageUnitOfWork unit = callback.unitOfWork();
    if (unit != null && shared(unit)) {
      unit.join(
          ctx,
          () -> {
            write.run();
            note.accept(conversation.get());
            unit.afterCommit(() -> coordinator.captured(conversation.get()));
          });
    } else {
      write.run();
      afterwards(unit, () -> tryTo(note, conversation.get()));
    }
  }

  private boolean shared(StorageUnitOfWork unit) {
    return coordinator.settings().capture() == CaptureMode.TRANSACTIONAL
        && unit == coordinator.journal().unitOfWork();
  }

  private static void afterwards(@Nullable StorageUnitOfWork unit, Runnable task) {
    if (unit == null) {
      task.run();
    } else {
      unit.afterCommit(task);
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
}
