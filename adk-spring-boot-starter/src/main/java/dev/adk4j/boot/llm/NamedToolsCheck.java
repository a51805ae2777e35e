package dev.adk4j.boot.llm;

import dev.adk4j.boot.internal.condition.NearNames;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.tool.ToolProvider;
import dev.adk4j.tool.internal.ToolNames;
import dev.adk4j.turn.TurnRunner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.tool.StaticToolCallbackProvider;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.method.MethodToolCallbackProvider;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Fails the startup if a property names an unknown tool. Known tools are those that each turn has
 * from its start, and Spring AI's callbacks of this application. Providers that may return other
 * tools at each turn, such as MCP servers, are not called.
 */
record NamedToolsCheck(ListableBeanFactory beans, Environment environment)
    implements SmartInitializingSingleton {

  private static final Logger log = LoggerFactory.getLogger(NamedToolsCheck.class);

  static final String APPROVAL = "adk.llm.approval.tools";
  private static final String PINNED = "adk.llm.tool-search.pinned";
  private static final String CHOICE = "adk.llm.tool-choice";

  /** Name of the bean that creates tools from Spring AI's callbacks. */
  private static final String CALLBACKS = "adkToolCallbacks";

  private static final boolean SPRING_AI =
      ClassUtils.isPresent(
          "org.springframework.ai.tool.ToolCallback", NamedToolsCheck.class.getClassLoader());

  @Override
  public void afterSingletonsInstantiated() {
    Binder binder = Binder.get(environment);
    List<String> approval =
        binder.bind(APPROVAL, Bindable.listOf(String.class)).orElseGet(List::of);
    List<String> chosen = named(binder.bind(CHOICE, String.class).orElse(""));
    Map<String, List<String>> named = ofAgents(binder);
    binder.bind(PINNED, Bindable.listOf(String.class)).ifBound(pinned -> named.put(PINNED, pinned));
    named.values().removeIf(List::isEmpty);
    if (approval.isEmpty() && chosen.isEmpty() && named.isEmpty()) {
      return;
    }
    List<TurnRunner> runners = beans.getBeanProvider(TurnRunner.class).stream().toList();
    if (runners.isEmpty()) {
      return;
    }
    Set<String> known = new TreeSet<>();
    runners.forEach(runner -> known.addAll(runner.describe().tools()));
    boolean callbacks = SPRING_AI && beans.containsBean(CALLBACKS);
    boolean more = callbacks && Callbacks.addTo(known, beans);
    if (!approval.isEmpty()) {
      check(APPROVAL, approval, known);
    }
    named.forEach((property, names) -> check(property, names, known));
    checkChoice(
        chosen,
        known,
        more || hasProviders() || runners.stream().anyMatch(NamedToolsCheck::fetchesOwn));
  }

  /** Returns the tools that agents name, by property. */
  private static Map<String, List<String>> ofAgents(Binder binder) {
    Map<String, List<String>> named = new LinkedHashMap<>();
    binder
        .bind("adk.agents", Bindable.mapOf(String.class, Agent.class))
        .orElse(Map.of())
        .forEach(
            (name, agent) -> {
              named.put("adk.agents." + name + ".tools", agent.tools());
              named.put("adk.agents." + name + ".approval", agent.approval());
            });
    return named;
  }

  record Agent(@DefaultValue List<String> tools, @DefaultValue List<String> approval) {}

  private static void check(String property, List<String> entries, Set<String> known) {
    List<String> missing = ToolNames.of(entries).missing(known);
    if (!missing.isEmpty()) {
      boolean approval = property.contains(".approval");
      throw new InvalidConfigurationPropertyValueException(
          property,
          String.join(",", entries),
          described(missing, known)
              + (approval ? ". Calls of a tool with another name run without approval" : "")
              + ". For a tool that appears later, such as that of an MCP server, use "
              + "optional:NAME, or a pattern such as mcp_*");
    }
  }

  /** An unknown tool is not enforced, but the check is not weakened for other tools either. */
  private static void checkChoice(List<String> chosen, Set<String> known, boolean more) {
    List<String> missing = chosen.stream().filter(name -> !known.contains(name)).toList();
    if (missing.isEmpty()) {
      return;
    }
    String problem = described(missing, known);
    if (!more) {
      throw new InvalidConfigurationPropertyValueException(
          CHOICE, String.join(",", chosen), problem);
    }
    log.warn("{}: {}. Requests fail unless a turn provides it.", CHOICE, problem);
  }

  /** Returns the tool names of {@code function:NAME} and {@code allowed_tools:NAME,NAME}. */
  static List<String> named(String choice) {
    int colon = choice.indexOf(':');
    return colon < 0 ? List.of() : List.of(choice.substring(colon + 1).strip().split("\\s*,\\s*"));
  }

  private static String described(List<String> missing, Collection<String> known) {
    List<String> parts = new ArrayList<>();
    for (String name : missing) {
      List<String> near = NearNames.of(name, known);
      parts.add(
          near.isEmpty()
              ? "'" + name + "'"
              : "'" + name + "' (did you mean '" + String.join("' or '", near) + "'?)");
    }
    return "must name existing tools: no tool is named "
        + String.join(" or ", parts)
        + "; known are "
        + (known.isEmpty() ? "none" : String.join(", ", known));
  }

  private boolean hasProviders() {
    List<String> providers =
        new ArrayList<>(List.of(beans.getBeanNamesForType(ToolProvider.class, true, false)));
    providers.remove(CALLBACKS);
    return !providers.isEmpty();
  }

  /** Returns true if the application's own callback fetches tools. */
  private static boolean fetchesOwn(TurnRunner runner) {
    String bound =
        runner.describe().callbacks().getOrDefault(CallbackKey.FETCH_TOOLS.configKey(), "");
    return !bound.isEmpty() && !bound.startsWith("dev.adk4j.");
  }

  /** In a separate class, because Spring AI is optional. */
  private static final class Callbacks {

    private Callbacks() {}

    /** Returns true if there are providers whose tools may change with each turn. */
    static boolean addTo(Set<String> known, ListableBeanFactory beans) {
      beans
          .getBeanProvider(ToolCallback.class)
          .forEach(callback -> known.add(callback.getToolDefinition().name()));
      boolean later = false;
      for (ToolCallbackProvider provider :
          beans.getBeanProvider(ToolCallbackProvider.class).stream().toList()) {
        if (provider instanceof StaticToolCallbackProvider
            || provider instanceof MethodToolCallbackProvider) {
          for (ToolCallback callback : provider.getToolCallbacks()) {
            known.add(callback.getToolDefinition().name());
          }
        } else {
          later = true;
        }
      }
      return later;
    }
  }
}
