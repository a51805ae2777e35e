package dev.adk4j.tool;

import dev.adk4j.artifact.ArtifactQuery;
import dev.adk4j.artifact.ArtifactType;
import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.loop.ToolRegistry;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.value.JsonValue;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Creates the tools with which a model queries artifacts that the prompt does not show. Each query
 * of each artifact class in the turn gets one tool. Its {@code callId} is one of the calls whose
 * single result is currently of that class or a subclass; the tool looks up the artifact when it is
 * called. The tools are ephemeral and not trusted, replace their predecessors, and return text, so
 * that their results are never queried again. Stateless.
 */
public final class ArtifactForge {

  private static final Map<ArtifactQuery<?>, ToolSchema> SCHEMAS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private ArtifactForge() {}

  /** Creates a forge for the built-in types and those that the context's own tools produce. */
  public static ToolRegistry forge(DispatchContext ctx) {
    return forge(ctx, ArtifactTypes.builtIns());
  }

  /**
   * Creates the tools; none if the turn has no artifact that can be queried. If two types define
   * the same query, the first one wins.
   */
  public static ToolRegistry forge(DispatchContext ctx, ArtifactTypes types) {
    ToolRegistry forged = new ToolRegistry();
    List<Source> sources = sources(ctx);
    if (sources.isEmpty()) {
      return forged;
    }
    for (ArtifactType<?> type : known(ctx, types)) {
      forgeInto(forged, type, sources);
    }
    return forged;
  }

  private static <A extends SpooledArtifact> void forgeInto(
      ToolRegistry forged, ArtifactType<A> type, List<Source> sources) {
    Set<String> ids = new LinkedHashSet<>();
    sources.stream().filter(s -> type.isInstance(s.artifact)).forEach(s -> ids.add(s.id));
    if (ids.isEmpty()) {
      return;
    }
    for (ArtifactQuery<A> query : type.queries()) {
      if (!forged.has(query.name())) {
        forged.register(tool(type, query, ids));
      }
    }
  }

  private static <A extends SpooledArtifact> Tool tool(
      ArtifactType<A> type, ArtifactQuery<A> query, Set<String> ids) {
    return Tool.artifactTool(query.name())
        .description(query.description())
        .inputSchema(
            schema(query)
                .withChoice("callId", "The id of the tool call whose result is asked.", ids))
        .ephemeral(true)
        .onCollision(Tool.OnCollision.REPLACE)
        .handler((args, ctx, meta) -> ToolOutput.text(ask(type, query, args, ctx)))
        .build();
  }

  private static <A extends SpooledArtifact> String ask(
      ArtifactType<A> type, ArtifactQuery<A> query, JsonNode args, AgentContext ctx)
      throws Exception {
    String id = args.path("callId").stringValue("");
    Optional<SpooledArtifact> found =
        sources(ctx).stream()
            .filter(s -> s.id.equals(id) && type.isInstance(s.artifact))
            .map(Source::artifact)
            .findFirst();
    if (found.isEmpty()) {
      return "Error: there is no result of call '"
          + id
          + "' that "
          + query.name()
          + " could be asked of.";
    }
    ((ObjectNode) args).remove("callId");
    return query.ask(type.javaClass().cast(found.get()), args);
  }

  /** Returns the query's own arguments; cached, since tools are forged in every iteration. */
  private static ToolSchema schema(ArtifactQuery<?> query) {
    ToolSchema known = SCHEMAS.get(query);
    if (known == null) {
      known = ToolSchema.of(complete(query.argsSchema()));
      SCHEMAS.put(query, known);
    }
    return known;
  }

  /**
   * Completes a query's schema with its implicit rules: a text may be empty unless the schema
   * forbids it.
   */
  private static JsonValue complete(JsonValue argsSchema) {
    ObjectNode schema = ((ObjectNode) argsSchema.node()).put("type", "object");
    for (JsonNode argument : schema.path("properties")) {
      if (argument instanceof ObjectNode stated && !stated.has("minLength")) {
        stated.put("minLength", 0);
      }
    }
    return JsonValue.of(schema);
  }

  /** Returns the registered types and those of the context's tools, parents before children. */
  private static Set<ArtifactType<?>> known(DispatchContext ctx, ArtifactTypes types) {
    Set<ArtifactType<?>> known = new LinkedHashSet<>(types.all());
    for (Tool tool : ctx.tools().all()) {
      Deque<ArtifactType<?>> line = new ArrayDeque<>();
      for (ArtifactType<?> t = tool.artifactType().orElse(null); t != null; t = t.parent()) {
        line.push(t);
      }
      known.addAll(line);
    }
    return known;
  }

  /** Returns the calls that have one artifact as their result, in order. */
  private static List<Source> sources(AgentContext ctx) {
    return ctx.turnToolCalls().stream()
        .filter(call -> !call.fromArtifactTool())
        .filter(call -> call.results() instanceof ToolResults.Artifacts results && results.single())
        .map(ArtifactForge::source)
        .toList();
  }

  private static Source source(ToolCall call) {
    return new Source(call.id(), ((ToolResults.Artifacts) call.results()).items().getFirst());
  }

  private record Source(String id, SpooledArtifact artifact) {}
}
