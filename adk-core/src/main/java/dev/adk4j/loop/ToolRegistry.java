package dev.adk4j.loop;

import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.Mutex;
import dev.adk4j.internal.NoJsonForm;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Holds the tools of one turn or dispatch by name, in registration order. Thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class ToolRegistry {

  private final Mutex mutex = new Mutex();
  private final Map<String, Tool> tools = new LinkedHashMap<>();
  private final Set<String> hiddenNames = new LinkedHashSet<>();
  private final Map<String, String> leftOut = new LinkedHashMap<>();
  private Predicate<Tool> filter = tool -> true;
  private volatile List<ToolGuard> guards = List.of();

  public ToolRegistry() {}

  /**
   * @throws AdkException {@code E_TOOL_ALREADY_REGISTERED} if two tools share a name
   */
  public ToolRegistry(Collection<Tool> tools) {
    tools.forEach(this::register);
  }

  /**
   * Excludes every tool that the filter rejects, also one that is registered later: it is not
   * listed, offered or found. Replaces an earlier filter.
   *
   * @param filter null for all tools
   * @return this registry
   */
  public ToolRegistry filter(@Nullable Predicate<Tool> filter) {
    mutex.run(() -> this.filter = filter == null ? tool -> true : filter);
    return this;
  }

  /**
   * Puts these guards before every tool, also one that is registered later, and before the tool's
   * own guard; the first one is the outermost. Replaces earlier ones.
   *
   * @return this registry
   */
  public ToolRegistry guards(List<ToolGuard> guards) {
    this.guards = List.copyOf(guards);
    return this;
  }

  /** Returns the guard of the tool; null for none. */
  @Nullable ToolGuard guardOf(Tool tool) {
    ToolGuard all = tool.guard().orElse(null);
    for (ToolGuard outer : guards.reversed()) {
      all = all == null ? outer : outer.before(all);
    }
    return all;
  }

  /** Returns a registry with the same tools, filter and guards, and no name hidden. */
  public ToolRegistry copy() {
    return mutex.get(
        () -> {
          ToolRegistry copy = new ToolRegistry(tools.values()).filter(filter).guards(guards);
          copy.leftOut.putAll(leftOut);
          return copy;
        });
  }

  /**
   * Records why tools of a third party are missing, for callers that require one of them.
   *
   * @param reasons by the tool's name; by {@code *} and a server's name if its list is unknown
   */
  public void leaveOut(Map<String, String> reasons) {
    mutex.run(() -> leftOut.putAll(reasons));
  }

  /** Returns why the tool may be missing, as a sentence to append; empty if no tool is missing. */
  public String whyMissing(String name) {
    return mutex.get(
        () -> {
          List<String> reasons =
              leftOut.containsKey(name)
                  ? List.of(leftOut.get(name))
                  : leftOut.entrySet().stream()
                      .filter(entry -> entry.getKey().startsWith("*"))
                      .map(Map.Entry::getValue)
                      .toList();
          return reasons.isEmpty() ? "" : " " + String.join(" ", reasons);
        });
  }

  /**
   * @throws AdkException {@code E_TOOL_ALREADY_REGISTERED} if the name is taken
   */
  public void register(Tool tool) {
    register(tool, false);
  }

  /** Registers the tool; with {@code overwrite} it replaces one with the same name. */
  public void register(Tool tool, boolean overwrite) {
    mutex.run(
        () -> {
          if (!overwrite && tools.containsKey(tool.name())) {
            throw AdkException.saying(
                AdkErrorCode.E_TOOL_ALREADY_REGISTERED,
                "A tool named '%s' is already registered.",
                tool.name());
          }
          tools.put(tool.name(), tool);
        });
  }

  /** Removes the tool and its hidden mark; an unknown name changes nothing. */
  public void unregister(String name) {
    mutex.run(
        () -> {
          tools.remove(name);
          hiddenNames.remove(name);
        });
  }

  /** Returns the tool with the name, also one that the filter excludes. */
  public Optional<Tool> named(String name) {
    return mutex.get(() -> Optional.ofNullable(tools.get(name)));
  }

  public Optional<Tool> get(String name) {
    return mutex.get(() -> Optional.ofNullable(tools.get(name)).filter(filter));
  }

  public boolean has(String name) {
    return get(name).isPresent();
  }

  /** Returns a new list for each call. */
  public List<Tool> all() {
    return mutex.get(() -> new ArrayList<>(tools.values().stream().filter(filter).toList()));
  }

  /**
   * Hides the names from {@link #visible()}; their tools stay callable. A name may be registered
   * later.
   */
  public void hide(String... names) {
    mutex.run(() -> hiddenNames.addAll(List.of(names)));
  }

  public void unhide(String... names) {
    mutex.run(() -> List.of(names).forEach(hiddenNames::remove));
  }

  /** Hides exactly those names. */
  public void setHidden(String... names) {
    mutex.run(
        () -> {
          hiddenNames.clear();
          hiddenNames.addAll(List.of(names));
        });
  }

  /** Returns the tools that the model is offered. */
  public List<Tool> visible() {
    return filtered(false);
  }

  public List<Tool> hidden() {
    return filtered(true);
  }

  /** Removes ephemeral tools. */
  public void pruneEphemeral() {
    mutex.run(() -> tools.values().removeIf(Tool::ephemeral));
  }

  /** Prunes ephemeral tools when the dispatch is acknowledged, but not when it is refused. */
  public Subscription bindContext(DispatchContext ctx) {
    return ctx.onAck(this::pruneEphemeral);
  }

  /** Merges registries, and throws if two tools collide. */
  public static ToolRegistry merge(List<ToolRegistry> registries) {
    return merge(registries, Tool.OnCollision.THROW);
  }

  /**
   * Returns a new registry of all tools, left to right. On a collision the incoming tool's own rule
   * applies, or {@code onCollision} if that rule is {@link Tool.OnCollision#THROW}.
   */
  public static ToolRegistry merge(List<ToolRegistry> registries, Tool.OnCollision onCollision) {
    ToolRegistry merged = new ToolRegistry();
    for (ToolRegistry registry : registries) {
      registry.mergeInto(merged, onCollision);
    }
    return merged;
  }

  private void mergeInto(ToolRegistry merged, Tool.OnCollision onCollision) {
    Map<Tool, Boolean> own = new LinkedHashMap<>();
    mutex.run(
        () ->
            tools.values().stream()
                .filter(filter)
                .forEach(tool -> own.put(tool, hiddenNames.contains(tool.name()))));
    for (Tool tool : own.keySet()) {
      Tool.OnCollision stated = tool.onCollision();
      Tool.OnCollision rule = stated == Tool.OnCollision.THROW ? onCollision : stated;
      if (!merged.has(tool.name()) || rule != Tool.OnCollision.KEEP) {
        merged.register(tool, rule == Tool.OnCollision.REPLACE);
        if (Boolean.TRUE.equals(own.get(tool))) {
          merged.hide(tool.name());
        } else {
          merged.unhide(tool.name());
        }
      }
    }
  }

  private List<Tool> filtered(boolean hidden) {
    return mutex.get(
        () ->
            tools.values().stream()
                .filter(filter)
                .filter(tool -> hiddenNames.contains(tool.name()) == hidden)
                .toList());
  }
}
