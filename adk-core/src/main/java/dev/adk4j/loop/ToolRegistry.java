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
 * The tools of one turn or dispatch by name, in the order they were registered. Thread-safe.
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
   * @throws AdkException {@code E_TOOL_ALREADY_REGISTERED} where two tools share a name
   */
  public ToolRegistry(Collection<Tool> tools) {
    tools.forEach(this::register);
  }

  /**
   * Leaves out every tool that the filter refuses, also one that is registered later: it is not
   * listed, not offered and not found. Replaces an earlier filter.
   *
   * @param filter null for all tools
   * @return this registry
   */
  public ToolRegistry filter(@Nullable Predicate<Tool> filter) {
    mutex.run(() -> this.filter = filter == null ? tool -> true : filter);
    return this;
  }

  /**
   * Lets these guards stand before every tool, also one that is registered later, and before the
   * tool's own guard; the first one is the outermost. Replaces earlier ones.
   *
   * @return this registry
   */
  public ToolRegistry guards(List<ToolGuard> guards) {
    this.guards = List.copyOf(guards);
    return this;
  }

  /** Returns what stands before the tool; null for nothing. */
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
   * Remembers why tools of a third party are not among these, for whoever requires one of them.
   *
   * @param reasons by the tool's name; by {@code *} and a server's name where its list is not known
   */
  public void leaveOut(Map<String, String> reasons) {
    mutex.run(() -> leftOut.putAll(reasons));
  }

  /**
   * Returns why the tool may be missing, as a sentence to append; empty where nothing was left out.
   */
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
   * @throws AdkException {@code E_TOOL_ALREADY_REGISTERED} where the name is taken
   */
  public void register(Tool tool) {
    register(tool, false);
  }

  /** Registers the tool; with {@code overwrite} it takes the place of one with the same name. */
  public void register(Tool tool, boolean overwrite) {
    mutex.run(
        () -> {
          if (!overwrite && tools.containsKey(tool.name())) {
            throw AdkException.of(AdkErrorCode.E_TOOL_ALREADY_REGISTERED)
                .message("A tool named '" + tool.name() + "' is already registered.")
                .args(tool.name())
                .build();
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

  /** Returns the tool that has the name, also one that the filter leaves out. */
  public Optional<Tool> named(String name) {
    return mutex.get(() -> Optional.ofNullable(tools.get(name)));
  }

  public Optional<Tool> get(String name) {
    return mutex.get(() -> Optional.ofNullable(tools.get(name)).filter(filter));
  }

  public boolean has(String name) {
    return get(name).isPresent();
  }

  /** Returns a new list at each call. */
  public List<Tool> all() {
    return mutex.get(() -> new ArrayList<>(tools.values().stream().filter(filter).toList()));
  }

  /**
   * Hides the names from {@link #visible()}; they stay callable. A name may be registered later.
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

  /** Returns the tools that a model is offered. */
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

  /** Prunes ephemeral tools when the dispatch is acknowledged, not when it is refused. */
  public Subscription bindContext(DispatchContext ctx) {
    return ctx.onAck(this::pruneEphemeral);
  }

  /** Merges, and throws where two tools collide. */
  public static ToolRegistry merge(List<ToolRegistry> registries) {
    return merge(registries, Tool.OnCollision.THROW);
  }

  /**
   * Returns a new registry of all tools, left to right. On a collision the incoming tool's own rule
   * decides, and {@code onCollision} where that rule is {@link Tool.OnCollision#THROW}.
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
