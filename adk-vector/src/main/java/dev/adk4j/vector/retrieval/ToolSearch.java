package dev.adk4j.vector.retrieval;

import dev.adk4j.error.Violations;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.tool.internal.ToolNames;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Offers a model two tools instead of very many: {@code search_tools} finds tools by their
 * function, {@code load_tools} offers the named ones. A small number of tools and pinned tools stay
 * offered:
 *
 * {@snippet :
 * runner.changeDispatchInputPipeline(
 *     pipeline -> pipeline.add(ToolSearch.above(40).pinned("find_order", "mcp_crm_*")));
 * }
 *
 * <p>A tool that was not loaded is only hidden: it keeps its guard, approval and validation of
 * arguments. The loaded tools are derived from the turn's tool calls, so a turn that resumes in any
 * process has them; they stay as long as the model sees the call that loaded them. Place it after
 * middleware that adds tools, and before middleware that trims the prompt. Thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class ToolSearch implements DispatchMiddleware {

  /** The name of the tool that finds tools. */
  public static final String SEARCH = "search_tools";

  /** The name of the tool that offers found tools. */
  public static final String LOAD = "load_tools";

  private static final int RESULTS = 5;
  private static final int LONGEST_DESCRIPTION = 300;

  /** Stash keys of the names that a dispatch may find, and of those that it loaded. */
  private static final String FINDABLE = "adk_tool_search_findable";

  private static final String LOADED = "adk_tool_search_loaded";

  private static final String QUERY =
      """
      {"type":"object","required":["query"],"additionalProperties":false,"properties":{"query":{
      "type":"string","minLength":1,"maxLength":1000,
      "description":"What the tool has to do, in a few words"}}}""";

  private static final String NAMES =
      """
      {"type":"object","required":["names"],"additionalProperties":false,"properties":{"names":{
      "type":"array","minItems":1,"maxItems":10,"items":{"type":"string","maxLength":200},
      "description":"Names of tools, exactly as search_tools gave them"}}}""";

  private static final Tool LOAD_TOOL =
      tool(
          LOAD,
          "Lists the tools of these names among yours, so that you can call them next.",
          NAMES,
          (args, ctx, meta) -> ToolOutput.text(load(ctx, names(args))));

  private final Tool searchTool =
      tool(
          SEARCH,
          "You have many more tools than are listed here. Finds those that fit, with their names"
              + " and what they do; then call load_tools with the names that you need. Search before"
              + " you say that something cannot be done.",
          QUERY,
          (args, ctx, meta) -> ToolOutput.text(find(ctx, args.path("query").asString())));

  private final int most;
  private final @Nullable ToolNames pinned;
  private volatile Index index = new Index(List.of(), new WordRetriever(List.of()));

  /** Cache of the last searched tools, which are the same for most turns. */
  private record Index(List<Tool> tools, WordRetriever words) {}

  private ToolSearch(int most, @Nullable ToolNames pinned) {
    this.most = most;
    this.pinned = pinned;
  }

  private static Tool tool(String name, String description, String schema, Tool.Handler handler) {
    return Tool.artifactTool(name)
        .description(description)
        .inputSchema(schema)
        .readOnly(true)
        .parallel(true)
        .handler(handler)
        .build();
  }

  /**
   * Returns a search for agents with more than that number of tools; has no effect on turns with
   * fewer. Tools that read results do not count, and are always offered.
   *
   * @throws dev.adk4j.error.AdkException {@code VALIDATION_EXCEPTION} for a negative number
   */
  public static ToolSearch above(int tools) {
    Violations.require(tools >= 0, "$.tools", "range", "must not be negative");
    return new ToolSearch(tools, null);
  }

  /** Returns a search that always offers the tools of these names and patterns ({@code mcp_*}). */
  public ToolSearch pinned(String... names) {
    return new ToolSearch(most, ToolNames.of(List.of(names)));
  }

  @Override
  public void handle(DispatchContext ctx, Next next) throws Exception {
    List<String> before = ctx.stash().get(FINDABLE, List.of());
    List<String> offered = offered(ctx, before);
    List<String> findable = offered.stream().filter(name -> !isPinned(name)).toList();
    if (!findable.isEmpty() && (offered.size() > most || !before.isEmpty())) {
      ctx.tools().register(searchTool, isOurs(ctx, searchTool));
      ctx.tools().register(LOAD_TOOL, isOurs(ctx, LOAD_TOOL));
      ctx.stash().set(FINDABLE, findable);
      show(ctx, findable, before);
    }
    next.proceed();
  }

  private boolean isPinned(String name) {
    return pinned != null && pinned.contains(name);
  }

  /** Does not replace another tool of the name: the registry rejects that. */
  private static boolean isOurs(DispatchContext ctx, Tool tool) {
    return ctx.tools().get(tool.name()).filter(known -> known == tool).isPresent();
  }

  /**
   * Returns the tools that a model would be offered without this search, including those hidden by
   * it.
   */
  private static List<String> offered(DispatchContext ctx, List<String> before) {
    Set<String> hidden = ctx.tools().hidden().stream().map(Tool::name).collect(Collectors.toSet());
    before.forEach(hidden::remove);
    return ctx.tools().all().stream()
        .filter(tool -> !tool.isArtifactTool() && !hidden.contains(tool.name()))
        .map(Tool::name)
        .toList();
  }

  private static void show(DispatchContext ctx, List<String> findable, List<String> before) {
    Set<String> loaded = loaded(ctx);
    loaded.retainAll(Set.copyOf(findable));
    ctx.stash().set(LOADED, List.copyOf(loaded));
    ctx.tools().hide(findable.stream().filter(n -> !loaded.contains(n)).toArray(String[]::new));
    ctx.tools().unhide(loaded.stream().filter(before::contains).toArray(String[]::new));
  }

  /** Returns the tools loaded in this dispatch and in the history. */
  private static Set<String> loaded(DispatchContext ctx) {
    Set<String> loaded = new LinkedHashSet<>(ctx.stash().get(LOADED, List.<String>of()));
    for (ToolCall call : ctx.turnToolCalls().snapshot()) {
      if (call.tool().equals(LOAD) && !call.isError()) {
        loaded.addAll(names(call.args().node()));
      }
    }
    return loaded;
  }

  private static List<String> names(JsonNode args) {
    return args.path("names").valueStream().map(name -> name.asString("")).toList();
  }

  private static List<Tool> findable(DispatchContext ctx) {
    return ctx.stash().get(FINDABLE, List.<String>of()).stream()
        .flatMap(name -> ctx.tools().get(name).stream())
        .toList();
  }

  private String find(DispatchContext ctx, String query) {
    List<Tool> tools = findable(ctx);
    Index known = index;
    if (!known.tools.equals(tools)) {
      known = new Index(tools, new WordRetriever(tools.stream().map(ToolSearch::passage).toList()));
      index = known;
    }
    String found =
        known.words.retrieve(RetrievalQuery.of(words(query), RESULTS)).stream()
            .flatMap(passage -> ctx.tools().get(passage.id()).stream())
            .map(tool -> "- " + tool.name() + ": " + shortened(tool.description()))
            .collect(Collectors.joining("\n"));
    return found.isEmpty() ? "No tool was found by these words. Try others, or fewer." : found;
  }

  private static String load(DispatchContext ctx, List<String> names) {
    List<String> listed = new ArrayList<>(findable(ctx).stream().map(Tool::name).toList());
    List<String> missing = names.stream().filter(name -> !listed.contains(name)).toList();
    listed.retainAll(names);
    String said = listed.isEmpty() ? "" : "You can call now: " + String.join(", ", listed) + ". ";
    String not = missing.isEmpty() ? "" : "Not found: " + String.join(", ", missing) + ".";
    return (said + not).strip();
  }

  private static Passage passage(Tool tool) {
    Stream<String> parameters =
        tool.inputSchema().json().node().path("properties").properties().stream()
            .map(p -> words(p.getKey()) + " " + p.getValue().path("description").asString(""));
    return new Passage(
        tool.name(),
        Stream.concat(Stream.of(tool.description()), parameters).collect(Collectors.joining("\n")),
        List.of(words(tool.name())),
        "tools",
        "",
        null,
        TrustTier.THIRD_PARTY_PUBLIC);
  }

  /** Splits names such as {@code findOrder}; other separators split words anyway. */
  private static String words(String text) {
    return text.replaceAll("(?<=[\\p{Ll}\\d])(?=\\p{Lu})", " ");
  }

  private static String shortened(String description) {
    String line = description.replaceAll("\\s+", " ").strip();
    return line.codePointCount(0, line.length()) <= LONGEST_DESCRIPTION
        ? line
        : line.substring(0, line.offsetByCodePoints(0, LONGEST_DESCRIPTION)) + "…";
  }
}
