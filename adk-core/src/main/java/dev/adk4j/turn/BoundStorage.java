package dev.adk4j.turn;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Operation;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.FetchesTogether;
import dev.adk4j.storage.StorageUnitOfWork;
import dev.adk4j.storage.StoreMediaBytesCallback;
import dev.adk4j.storage.StoreRetrievableBytesCallback;
import dev.adk4j.storage.ToolCallGroupReplacer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The callbacks of one turn or standalone dispatch. They receive its context, and its
 * instrumentation wraps each call. Created by the runtime; has no state of its own.
 */
record BoundStorage(ContextSupport ctx, StorageBindings callbacks) {

  /**
   * Fetches a list with one of the seven callbacks that return lists; {@code T} is the key's
   * record.
   */
  @SuppressWarnings("unchecked")
  public <T> List<T> fetch(CallbackKey key) throws Exception {
    return (List<T>) answered(key, () -> key.fetch(callbacks.get(key), ctx));
  }

  /**
   * Runs fetches of these kinds together if the objects behind them support it: see {@link
   * FetchesTogether}.
   */
  public void fetchTogether(Set<CallbackKey> kinds, FetchesTogether.Fetches fetches)
      throws Exception {
    Map<FetchesTogether, Set<CallbackKey>> able = new IdentityHashMap<>(2);
    for (CallbackKey kind : kinds) {
      if (callbacks.get(kind) instanceof FetchesTogether storage) {
        able.computeIfAbsent(storage, s -> EnumSet.noneOf(CallbackKey.class)).add(kind);
      }
    }
    FetchesTogether.Fetches all = fetches;
    for (Map.Entry<FetchesTogether, Set<CallbackKey>> each : able.entrySet()) {
      FetchesTogether storage = each.getKey();
      Set<CallbackKey> its = each.getValue();
      FetchesTogether.Fetches inner = all;
      all = () -> storage.fetchTogether(ctx, its, inner);
    }
    all.run();
  }

  public MediaReader storeMediaBytes(String id, ByteSource bytes) throws Exception {
    CallbackKey key = CallbackKey.STORE_MEDIA_BYTES;
    var callback = (StoreMediaBytesCallback) callbacks.get(key);
    return answered(key, () -> callback.storeMediaBytes(ctx, id, bytes));
  }

  public SpoolReader storeRetrievableBytes(String id, ByteSource bytes) throws Exception {
    CallbackKey key = CallbackKey.STORE_RETRIEVABLE_BYTES;
    var callback = (StoreRetrievableBytesCallback) callbacks.get(key);
    return answered(key, () -> callback.storeRetrievableBytes(ctx, id, bytes));
  }

  /**
   * Calls one of the 18 callbacks that write.
   *
   * @param value the record, the id of a delete, or the standing instruction
   */
  public void write(CallbackKey key, Object value) throws Exception {
    ctx.around(
        new Operation.StorageCall(ctx, key.operation()),
        () -> key.write(callbacks.get(key), ctx, value));
  }

  /** Returns the unit of work that the callback's writes belong to, or null. */
  public @Nullable StorageUnitOfWork unitOfWork(CallbackKey key) {
    return callbacks.unitOf(key);
  }

  /**
   * Returns the unit of work in which a whole group is replaced, or null if no single unit covers
   * it.
   */
  public @Nullable StorageUnitOfWork groupUnitOfWork() {
    ToolCallGroupReplacer replacer = callbacks.toolCallGroupReplacer();
    if (replacer != null) {
      return replacer.unitOfWork();
    }
    StorageUnitOfWork deleting = unitOfWork(CallbackKey.DELETE_TOOL_CALL);
    return deleting == unitOfWork(CallbackKey.STORE_TOOL_CALL) ? deleting : null;
  }

  /**
   * Replaces a group of tool calls: with the replacer if one is bound, otherwise by deleting and
   * storing them one by one.
   *
   * @throws AdkException {@code E_TOOL_CALL_GROUP_NOT_REPLACED} if the second way failed; its
   *     arguments are the deleted ids
   */
  public void replaceToolCallGroup(List<String> ids, List<ToolCall> replacements) throws Exception {
    ToolCallGroupReplacer replacer = callbacks.toolCallGroupReplacer();
    if (replacer == null) {
      replaceOneByOne(ids, replacements);
      return;
    }
    ctx.around(
        new Operation.StorageCall(ctx, "replaceToolCallGroup"),
        () -> replacer.replaceToolCallGroup(ctx, ids, replacements));
  }

  private void replaceOneByOne(List<String> ids, List<ToolCall> replacements) throws Exception {
    List<String> deleted = new ArrayList<>();
    try {
      for (String id : ids) {
        write(CallbackKey.DELETE_TOOL_CALL, id);
        deleted.add(id);
      }
      for (ToolCall replacement : replacements) {
        write(CallbackKey.STORE_TOOL_CALL, replacement);
      }
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      throw AdkException.of(AdkErrorCode.E_TOOL_CALL_GROUP_NOT_REPLACED)
          .message(
              "Replacing the tool calls "
                  + ids
                  + " failed after deleting "
                  + deleted
                  + ": "
                  + e.getMessage())
          .cause(e)
          .args(deleted.toArray())
          .build();
    }
  }

  private <T> T answered(CallbackKey key, Instrumentation.Invocation<? extends @Nullable T> call)
      throws Exception {
    return ctx.instrumentation()
        .around(
            new Operation.StorageCall(ctx, key.operation()),
            () -> {
              T answer = call.proceed();
              if (answer == null) {
                throw new NullPointerException(
                    key.configKey()
                        + " returned null; return an empty list where there is nothing, a reader for bytes");
              }
              if (answer instanceof List<?> list) {
                checkElements(key, list);
              }
              return answer;
            });
  }

  private static void checkElements(CallbackKey key, List<?> list) {
    int index = 0;
    for (Object element : list) {
      if (element == null) {
        throw new NullPointerException(
            key.configKey()
                + " returned a list whose element "
                + index
                + " is null; leave out what is not there");
      }
      index++;
    }
  }
}
