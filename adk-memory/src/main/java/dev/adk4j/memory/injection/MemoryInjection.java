package dev.adk4j.memory.injection;

import dev.adk4j.abort.AbortClass;
import dev.adk4j.error.FatalErrors;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.extraction.MissingScope;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.observe.MemoryOperation;
import dev.adk4j.memory.observe.MemoryOutcome;
import dev.adk4j.memory.observe.SafeObserver;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.primitive.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts memories into a turn. Nothing is stored, and nothing that goes wrong costs the turn: it goes
 * on without, with a warning in the log.
 */
final class MemoryInjection {

  /** Where the stash has a list of what was injected. */
  static final String PROVENANCE = "adk.memory.provenance";

  private static final Logger LOG = LoggerFactory.getLogger(MemoryInjection.class);

  private final Recall recall;
  private final InjectionConfig config;
  private final MemoryObserver observer;

  MemoryInjection(MemorySearch search, InjectionConfig config, MemoryObserver observer) {
    this.recall = new Recall(search, config);
    this.config = config;
    this.observer = SafeObserver.of(observer);
  }

  /** For a turn that begins. Throws nothing but the turn's own abort. */
  void begin(AgentContext ctx) {
    guarded(
        ctx,
        owner -> {
          List<Message> messages = messages(ctx);
          if (config.trigger().test(ctx, messages)) {
            inject(ctx, owner, config.query().derive(ctx, messages));
          }
        });
  }

  /** For a further iteration: what was injected before goes, what fits what is said now comes. */
  void again(AgentContext ctx) {
    drop(ctx);
    guarded(
        ctx,
        owner -> inject(ctx, owner, config.query().derive(ctx, List.copyOf(ctx.turnMessages()))));
  }

  /** Takes back what was injected and nothing else. */
  void drop(AgentContext ctx) {
    if (ctx.stash().get(PROVENANCE) instanceof List<?> injected) {
      for (Object one : injected) {
        if (one instanceof Map<?, ?> plain && plain.get("memoryId") instanceof String id) {
          ctx.turnMemories().removeIf(memory -> memory.id().equals(id));
        }
      }
      ctx.stash().remove(PROVENANCE);
    }
  }

  private interface Work {
    void run(MemoryOwner owner) throws Exception;
  }

  private static void guarded(AgentContext ctx, Work work) {
    Optional<MemoryOwner> owner = MemoryOwner.of(ctx.scope());
    if (owner.isEmpty()) {
      MissingScope.warnOnce(ctx, "no memories are looked for");
      return;
    }
    try {
      work.run(owner.get());
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      if (e instanceof RuntimeException abort && AbortClass.matches(e, ctx.aborted())) {
        throw abort;
      }
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      LOG.warn("Turn {} goes on without memories: {}", ctx.turnId(), e.getClass().getName());
      LOG.debug("The failure in full", e);
    }
  }

  /** The conversation as the turn has it, or where it has none yet, as storage has it. */
  private static List<Message> messages(AgentContext ctx) throws Exception {
    List<Message> messages = List.copyOf(ctx.turnMessages());
    return messages.isEmpty() ? ctx.fetchMessages() : messages;
  }

  private void inject(AgentContext ctx, MemoryOwner owner, Optional<String> query) {
    String text = query.orElse("");
    if (text.isBlank()) {
      return;
    }
    MemoryObserver.Observation observation =
        observer.begin(new MemoryOperation.Inject(config.maxEntries()));
    try {
      List<RecalledMemory> recalled = recall.recall(ctx, owner, text);
      List<@Nullable Object> provenance = new ArrayList<>();
      int left = config.maxCharacters();
      for (RecalledMemory one : recalled) {
        String id = one.memory().id();
        int length = one.entry().content().length();
        if (length > left) {
          LOG.warn(
              "A memory of {} characters is not shown in turn {}: InjectionConfig.maxCharacters"
                  + " leaves {}.",
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
        ctx.stash().set(PROVENANCE, provenance);
      }
      observation.end(MemoryOutcome.of(provenance.size()));
    } catch (RuntimeException | Error e) {
      observation.end(MemoryOutcome.failed(e, 0));
      throw e;
    }
  }
}
