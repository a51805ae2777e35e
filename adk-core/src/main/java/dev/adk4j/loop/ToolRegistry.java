package dev.adk4j.loop;

import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.NoJsonForm;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** The tools of one turn or dispatch by name, in the order they were registered. Thread-safe. */
@NoJsonForm
public final class ToolRegistry {

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Tool> tools = new LinkedHashMap<>();
  private final Set<String> hiddenNames = new LinkedHashSet<>();

  public ToolRegistry() {}

  /**
   * @throws AdkException {@code E_TOOL_ALREADY_REGISTERED} where two tools share a name
   */
  public ToolRegistry(Collection<Tool> tools) {
    tools.forEach(this::register);
  }

  /**
   * @throws AdkException {@code E_TOOL_ALREADY_REGISTERED} where the name is taken
   */
  public void register(Tool tool) {
    register(tool, false);
  }

  /** Registers the tool; with {@code overwrite} it takes the place of one with the same name. */
  public void register(Tool tool, boolean overwrite) {
    lock.lock();
    try {
      if (!overwrite && tools.containsKey(tool.name())) {
        throw AdkException.of(AdkErrorCode.E_TOOL_ALREADY_REGISTERED)
            .message("A tool named '" + tool.name() + "' is already registered.")
            .args(tool.name())
            .build();
      }
      tools.put(tool.name(), tool);
    } finally {
      lock.unlock();
    }
  }

  /** Removes the tool and its hidden mark; an unknown name changes nothing. */
  public void unregister(String name) {
    lock.lock();
    try {
      tools.remove(name);
      hiddenNames.remove(name);
    } finally {
      lock.unlock();
    }
  }

  public Optional<Tool> get(String name) {
    lock.lock();
    try {
      return Optional.ofNullable(tools.get(name));
    } finally {
      lock.unlock();
    }
  }

  public boolean has(String name) {
    return get(name).isPresent();
  }

  /** A new list at each call. */
  public List<Tool> all() {
    lock.lock();
    try {
      return new ArrayList<>(tools.values());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Hides the names from {@link #visible()}; they stay callable. A name may be registered later.
   */
  public void hide(String... names) {
    lock.lock();
    try {
      hiddenNames.addAll(List.of(names));
    } finally {
      lock.unlock();
    }
  }

  public void unhide(String... names) {
    lock.lock();
    try {
      List.of(names).forEach(hiddenNames::remove);
    } finally {
      lock.unlock();
    }
  }

  /** Hides exactly those names. */
  public void setHidden(String... names) {
    lock.lock();
    try {
      hiddenNames.clear();
      hiddenNames.addAll(List.of(names));
    } finally {
      lock.unlock();
    }
  }

  public void clearHidden() {
    setHidden();
  }

  /** What a model is offered. */
  public List<Tool> visible() {
    return filtered(false);
  }

  public List<Tool> hidden() {
    return filtered(true);
  }

  /** Removes ephemeral tools. */
  public void pruneEphemeral() {
    lock.lock();
    try {
      tools.values().removeIf(Tool::ephemeral);
    } finally {
      lock.unlock();
    }
  }

  /** Prunes ephemeral tools when the dispatch is acknowledged, not when it is refused. */
  public Subscription bindContext(DispatchContext ctx) {
    return ctx.onAck(this::pruneEphemeral);
  }

  /** {@link #merge(List, OnCollision)} that throws where two tools collide. */
  public static ToolRegistry merge(List<ToolRegistry> registries) {
    return merge(registries, OnCollision.THROW);
  }

  /**
   * A new registry of all tools, left to right. On a collision the incoming tool's own rule
   * decides, and {@code onCollision} where that rule is {@link OnCollision#THROW}.
   */
  public static ToolRegistry merge(List<ToolRegistry> registries, OnCollision onCollision) {
    ToolRegistry merged = new ToolRegistry();
    for (ToolRegistry registry : registries) {
      registry.mergeInto(merged, onCollision);
    }
    return merged;
  }

  private void mergeInto(ToolRegistry merged, OnCollision onCollision) {
    Set<String> hidden;
    List<Tool> own;
    lock.lock();
    try {
      hidden = Set.copyOf(hiddenNames);
      own = List.copyOf(tools.values());
    } finally {
      lock.unlock();
    }
    for (Tool tool : own) {
      OnCollision rule = tool.onCollision() == OnCollision.THROW ? onCollision : tool.onCollision();
      if (!merged.has(tool.name()) || rule != OnCollision.KEEP) {
        merged.register(tool, rule == OnCollision.REPLACE);
        if (hidden.contains(tool.name())) {
          merged.hide(tool.name());
        } else {
          merged.unhide(tool.name());
        }
      }
    }
  }

  private List<Tool> filtered(boolean hidden) {
    lock.lock();
    try {
      return tools.values().stream().filter(t -> hiddenNames.contains(t.name()) == hidden).toList();
    } finally {
      lock.unlock();
    }
  }
}
