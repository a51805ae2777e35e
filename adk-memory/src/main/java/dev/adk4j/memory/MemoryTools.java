package dev.adk4j.memory;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.value.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Creates the tools with which a model uses memory. The owner comes from the turn's scope. */
record MemoryTools(StoreCalls calls, UnaryOperator<Runnable> decorator) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private static final String SEARCH_SCHEMA =
      """
      {"type": "object", "additionalProperties": false, "required": ["query"], "properties": {
        "query": {"type": "string", "minLength": 0, "description": "What to look for."},
        "maxSearchResults": {"type": ["integer", "null"], "minimum": 1,
          "description": "The most results each store may give."},
        "stores": {"type": ["array", "null"], "items": {"type": "string"},
          "description": "Names of the stores to search; all of them if left out."}}}
      """;

  private static final String SEARCH_LEAD =
      "Searches long-term memory, which contains information from earlier"
          + " conversations: facts, preferences, background. Use it if something about the"
          + " user or the subject may have been mentioned before.";

  private static final String ADD_SCHEMA =
      """
      {"type": "object", "additionalProperties": false, "required": ["entries"], "properties": {
        "entries": {"type": "array", "minItems": 1, "maxItems": 100,
          "items": {"type": "string", "minLength": 0, "maxLength": 2000000},
          "description": "The things to remember, one self-contained statement each."},
        "stores": {"type": ["array", "null"], "items": {"type": "string"},
          "description": "Names of the stores to write to; all writable ones if left out."}}}
      """;

  private static final String ADD_LEAD =
      "Stores facts, preferences and decisions in long-term memory, beyond this"
          + " conversation. Use it when the user says something useful for later.";

  /** Returns the search tool, the add tool and the stores' own tools. */
  List<Tool> all(SearchToolSettings search, AddToolSettings add, StoreRegistry stores) {
    List<Tool> tools = new ArrayList<>();
    if (add.enabled()) {
      checkName(add.name());
    }
    if (search.enabled()) {
      checkName(search.name());
      tools.add(search(search, stores.all()));
    }
    if (add.enabled()) {
      tools.add(add(add, stores.addToolStores(add.stores())));
    }
    stores.all().forEach(store -> tools.addAll(store.store().getTools()));
    requireUnique(tools);
    return List.copyOf(tools);
  }

  private Tool search(SearchToolSettings config, List<ConfiguredStore> all) {
    ToolStores stores = new ToolStores(config.name(), all);
    return Tool.builder(config.name())
        .description(
            stores.describe(
                Objects.requireNonNullElse(config.description(), SEARCH_LEAD),
                "Available memory stores:",
                "Name one or more stores to search only those, or omit the parameter"
                    + " to search all."))
        .inputSchema(SEARCH_SCHEMA)
        .artifactType(ArtifactTypes.forJson())
        .handler((args, ctx, meta) -> json(search(args, ctx, stores)))
        .build();
  }

  private JsonNode search(JsonNode args, DispatchContext ctx, ToolStores stores) {
    Caller caller = caller(ctx, stores);
    List<ConfiguredStore> targets = stores.resolve(args.path("stores"));
    JsonNode max = args.path("maxSearchResults");
    List<MemoryEntry> found =
        calls.search(
            caller,
            args.path("query").asString(),
            max.isIntegralNumber() ? Integer.valueOf(clamped(max)) : null,
            targets);
    ArrayNode result = Json.mapper().createArrayNode();
    found.forEach(entry -> result.add(node(entry)));
    return result;
  }

  private static int clamped(JsonNode number) {
    return number.canConvertToInt()
        ? Math.min(number.intValue(), SearchOptions.MAX_RESULTS)
        : SearchOptions.MAX_RESULTS;
  }

  private static ObjectNode node(MemoryEntry entry) {
    ObjectNode node =
        Json.mapper()
            .createObjectNode()
            .put("content", entry.content())
            .put("storeName", entry.storeName());
    if (!entry.metadata().isEmpty()) {
      node.set("metadata", Json.mapper().valueToTree(entry.metadata()));
    }
    return node;
  }

  private Tool add(AddToolSettings config, List<ConfiguredStore> allowed) {
    ToolStores stores = new ToolStores(config.name(), allowed);
    return Tool.builder(config.name())
        .description(
            stores.describe(
                Objects.requireNonNullElse(config.description(), ADD_LEAD),
                "Available writable stores:",
                "Name a store to write a fact to that store, or omit the parameter to"
                    + " write to all."))
        .inputSchema(ADD_SCHEMA)
        .artifactType(ArtifactTypes.forJson())
        .handler((args, ctx, meta) -> json(add(args, ctx, stores, config.waitForWrites())))
        .build();
  }

  private JsonNode add(JsonNode args, DispatchContext ctx, ToolStores stores, boolean wait) {
    Caller caller = caller(ctx, stores);
    List<ConfiguredStore> targets = stores.resolve(args.path("stores"));
    List<String> entries = args.path("entries").valueStream().map(JsonNode::asString).toList();
    ObjectNode result = Json.mapper().createObjectNode();
    if (!wait) {
      Caller outliving = caller.outlivingTheTurn();
      calls.initialization().run();
      calls.writes().start(caller.owner(), () -> calls.add(outliving, entries, Map.of(), targets));
      return result.put("accepted", entries.size());
    }
    List<List<MemoryWriteException.StoreFailure>> failures =
        calls.add(caller, entries, Map.of(), targets);
    if (failures.stream().anyMatch(entry -> !entry.isEmpty())) {
      throw MemoryWriteException.ofEntries(failures);
    }
    return result.put("stored", entries.size());
  }

  private Caller caller(DispatchContext ctx, ToolStores stores) {
    return Caller.turn(
        ctx, MemoryWriteContext.Origin.TOOL, "The tool '" + stores.tool() + "'", decorator);
  }

  private static ToolOutput json(JsonNode result) {
    return ToolOutput.text(Json.write(result));
  }

  private static void checkName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw StoreRegistry.invalid(
          "the tool name '%s' must be 1 to 64 letters, digits, underscores and" + " hyphens", name);
    }
  }

  /**
   * Rejects equal names. Hyphen and underscore count as equal, because some models confuse them.
   */
  private static void requireUnique(List<Tool> tools) {
    Map<String, String> seen = new LinkedHashMap<>();
    for (Tool tool : tools) {
      String other = seen.putIfAbsent(tool.name().replace('-', '_'), tool.name());
      if (other != null) {
        throw StoreRegistry.invalid(
            "the tools '%s' and '%s' have the same name", other, tool.name());
      }
    }
  }
}
