package dev.adk4j.turn;

import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.StorageUnitOfWork;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One piece of work for storage, in the order it was requested. */
sealed interface Write {

  void persist(BoundStorage storage) throws Exception;

  @Nullable StorageUnitOfWork unitOfWork(BoundStorage storage);

  /** {@code value} is a record, an id, or a standing instruction. */
  record Single(CallbackKey key, Object value) implements Write {

    @Override
    public void persist(BoundStorage storage) throws Exception {
      storage.write(key, value);
    }

    @Override
    public @Nullable StorageUnitOfWork unitOfWork(BoundStorage storage) {
      return storage.unitOfWork(key);
    }
  }

  /**
   * Work of the engine in addition to the records, in their unit of work.
   *
   * @param persisted called after it is stored
   */
  record Beside(Runnable work, Runnable persisted) implements Write {

    Beside(Runnable work) {
      this(work, () -> {});
    }

    @Override
    public void persist(BoundStorage storage) {
      work.run();
    }

    @Override
    public @Nullable StorageUnitOfWork unitOfWork(BoundStorage storage) {
      return storage.unitOfWork(CallbackKey.STORE_MESSAGE);
    }
  }

  /** Tool calls replaced by others. */
  record Group(List<String> ids, List<ToolCall> replacements) implements Write {

    @Override
    public void persist(BoundStorage storage) throws Exception {
      storage.replaceToolCallGroup(ids, replacements);
    }

    @Override
    public @Nullable StorageUnitOfWork unitOfWork(BoundStorage storage) {
      return storage.groupUnitOfWork();
    }
  }
}
