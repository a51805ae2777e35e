package dev.adk4j.memory.internal.injection;

import dev.adk4j.abort.AbortException;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.internal.MissingScope;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.primitive.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Adds memories to a turn without storing them. Failures are logged; the turn continues. */
public record MemoryInjection(Recall recall, MemoryObserver observer) {

  private static final Logger LOG = LoggerFactory.getLogger(MemoryInjection.class);

  /** Adds memories at the start of a turn. Throws only if the turn is aborted. */
  void begin(AgentContext ctx) {
    guarded(
        ctx,
        owner -> {
          List<Message> messages = messages(ctx);
          if (settings().trigger().test(ctx, messages)) {
            inject(ctx, owner, messages);
          }
        });
  }

  /** Removes the injected memories before a further iteration, and searches again if configured. */
  void refresh(AgentContext ctx) {
    drop(ctx);
    if (settings().timing() == InjectionSettings.Timing.EVERY_CALL) {
      guarded(ctx, owner -> inject(ctx, owner, List.copyOf(ctx.turnMessages())));
    }
  }

  private InjectionSettings settings() {
    return recall.settings();
  }

  private static void drop(AgentContext ctx) {
    if (ctx.stash().get(InjectionSettings.PROVENANCE) instanceof List<?> injected) {
      for (Object one : injected) {
        if (one instanceof Map<?, ?> plain && plain.get("memoryId") instanceof String id) {
          ctx.turnMemories().removeIf(memory -> memory.id().equals(id));
        }
      }
      ctx.stash().remove(InjectionSettings.PROVENANCE);
    }
  }

  private interface Work {
    void run(MemoryOwner owner) throws Exception;
  }

  private static void guarded(AgentContext ctx, Work work) {
    Optional<MemoryOwner> owner = MemoryOwner.of(ctx.scope());
    if (owner.isEmpty()) {
      MissingScope.warnOnce(ctx, "memories are not searched");
      return;
    }
    try {
      work.run(owner.get());
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      if (e instanceof RuntimeException abort && AbortException.matches(e, ctx.aborted())) {
        throw abort;
      }
      FatalErrors.keepInterrupt(e);
      LOG.warn("Turn {} continues without memories: {}", ctx.turnId(), e.getClass().getName());
      LOG.debug("The failure in full", e);
    }
  }

  /** Returns the turn's messages, or the stored messages if it has none yet. */
  public static List<Message> messages(AgentContext ctx) throws Exception {
    List<Message> messages = List.copyOf(ctx.turnMessages());
    return messages.isEmpty() ? ctx.fetchMessages() : messages;
  }

  private void inject(AgentContext ctx, MemoryOwner owner, List<Message> messages)
      throws Exception {
    String text = settings().query().derive(ctx, messages).orElse("");
    if (text.isBlank()) {
      return;
    }
    MemoryObserver.Observation observation =
        observer.begin(new MemoryObserver.Operation.Inject(settings().maxEntries()));
    try {
      List<RecalledMemory> recalled = recall.recall(ctx, owner, text);
      List<@Nullable Object> provenance = new ArrayList<>();
      int left = settings().maxCharacters();
      for (RecalledMemory one : recalled) {
        String id = one.memory().id();
        int length = one.entry().content().length();
        if (length > left) {
          LOG.warn(
              "A memory of {} characters is omitted from turn {}:"
                  + " InjectionSettings.maxCharacters leaves {}.",
              length,
              ctx.turnId(),
              left);
          continue;
        }
        if (ctx.turnMemories().stream().noneMatch(memory -> memory.id().equals(id))) {
          left -= length;
          ctx.turnMemories().add(one.memory());
          provenance.add(one.provenance());
        }
      }
      if (!provenance.isEmpty()) {
        ctx.stash().set(InjectionSettings.PROVENANCE, provenance);
      }
      observation.end(MemoryObserver.Outcome.of(provenance.size(), 0));
    } catch (RuntimeException | Error e) {
      observation.end(MemoryObserver.Outcome.failed(e, 0));
      throw e;
    }
  }
}
