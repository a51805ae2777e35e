package dev.adk4j.springai.tool;

import dev.adk4j.internal.FatalErrors;
import dev.adk4j.internal.Mutex;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.tool.ToolProvider;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;

/**
 * Creates tools from callbacks, and caches those of the last turn, because creating a tool parses
 * its schema. Omits unusable callbacks and reports each once: a third party's list fails no turn.
 * Thread-safe.
 */
final class ToolCache implements ToolProvider {

  private static final Logger log = LoggerFactory.getLogger(ToolCache.class);

  private static final int MAX_DESCRIPTION = 50_000;

  private final Supplier<? extends Collection<ToolCallbackProvider>> providers;
  private final Consumer<Map<String, String>> leftOut;
  private final Duration patience;
  private final Map<ToolCallbackProvider, Optional<McpListing>> listings =
      new ConcurrentHashMap<>();
  private final Mutex mutex = new Mutex();
  private final Map<String, Listed.Problem> taken = new LinkedHashMap<>();
  private Map<String, String> told = Map.of();
  private volatile Map<ToolCallback, Made> last = Map.of();

  /** Tool of a callback, or the reason why it is missing. */
  private record Made(@Nullable Tool tool, String name, @Nullable Object reason) {}

  ToolCache(
      Supplier<? extends Collection<ToolCallbackProvider>> providers,
      Consumer<Map<String, String>> leftOut,
      Duration patience) {
    this.providers = providers;
    this.leftOut = leftOut;
    this.patience = patience;
  }

  @Override
  public List<Tool> tools(AgentContext ctx) throws Exception {
    Listed listed = new Listed();
    for (ToolCallbackProvider provider : providers.get()) {
      read(provider, listed);
    }
    Map<ToolCallback, Made> known = last;
    Map<ToolCallback, Made> current = new IdentityHashMap<>();
    Map<String, Tool> tools = new LinkedHashMap<>();
    Map<String, Listed.Problem> clashes = new LinkedHashMap<>();
    for (ToolCallback callback : listed.callbacks()) {
      Made made = known.isEmpty() ? null : known.get(callback);
      made = made == null ? make(callback) : made;
      current.put(callback, made);
      Tool tool = made.tool();
      if (tool == null) {
        listed.problem(server(callback), made.name(), String.valueOf(made.reason()));
      } else if (ctx.tools().named(tool.name()).orElse(tool) != tool) {
        clashes.put(
            tool.name(),
            Listed.Problem.of(server(callback), tool.name(), "the agent has a tool of that name"));
      } else if (tools.putIfAbsent(tool.name(), tool) != null) {
        listed.problem(server(callback), tool.name(), "an earlier tool has that name");
      }
    }
    last = current;
    ctx.tools().leaveOut(mutex.get(() -> report(listed.problems(), clashes, tools.keySet())));
    return List.copyOf(tools.values());
  }

  private void read(ToolCallbackProvider provider, Listed listed) throws InterruptedException {
    McpListing servers =
        listings
            .computeIfAbsent(
                provider,
                any ->
                    Optional.ofNullable(
                        SpringAiTools.isMcp(any) ? McpListing.of(any, patience) : null))
            .orElse(null);
    try {
      if (servers != null) {
        listed.add(servers.read());
        return;
      }
      List<ToolCallback> given = Arrays.asList(provider.getToolCallbacks());
      given.stream().filter(callback -> callback != null).forEach(listed.callbacks()::add);
      if (given.contains(null)) {
        listed.problem(provider.getClass().getName(), "(none)", "it is null");
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      listed.problem(provider.getClass().getName(), null, e);
    }
  }

  private static Made make(ToolCallback callback) {
    String name = "(unnamed)";
    try {
      String given = callback.getToolDefinition().name();
      name = given == null || given.isBlank() ? name : given;
      Tool tool = SpringAiTools.of(callback);
      int length = tool.describe().description().length();
      return length <= MAX_DESCRIPTION
          ? new Made(tool, name, null)
          : new Made(
              null,
              name,
              "its description has %s characters, at most %s are allowed"
                  .formatted(length, MAX_DESCRIPTION));
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      return new Made(null, name, e.getMessage() == null ? e.getClass().getName() : e.getMessage());
    }
  }

  private static String server(ToolCallback callback) {
    McpCall call = SpringAiTools.isMcp(callback) ? McpCall.of(callback) : null;
    return call == null ? callback.getClass().getName() : call.server();
  }

  /**
   * Reports new problems and returns all of them. A name that is taken only in one agent's turns
   * stays reported while the server has the tool.
   */
  private Map<String, String> report(
      List<Listed.Problem> problems,
      Map<String, Listed.Problem> clashes,
      Collection<String> usable) {
    taken.keySet().removeIf(name -> !usable.contains(name));
    Map<String, Listed.Problem> all = new LinkedHashMap<>(taken);
    taken.putAll(clashes);
    all.putAll(clashes);
    for (Listed.Problem problem : problems) {
      Listed.Problem other = all.putIfAbsent(problem.key(), problem);
      if (other != null) {
        all.put(problem.key() + " of " + problem.server(), problem);
      }
    }
    Map<String, String> texts = new LinkedHashMap<>();
    all.forEach((key, problem) -> texts.put(key, problem.text()));
    if (!texts.equals(told)) {
      // The reason for an unavailable server may differ each time, for example by a request
      // number.
      texts.forEach(
          (key, text) -> {
            if (!told.containsKey(key) || !key.startsWith("*") && !text.equals(told.get(key))) {
              log.warn(text);
            }
          });
      told = Map.copyOf(texts);
      leftOut.accept(told);
    }
    return texts;
  }
}
