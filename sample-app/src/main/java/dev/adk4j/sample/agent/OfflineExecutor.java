package dev.adk4j.sample.agent;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.value.Ids;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers without a model: understands a few kinds of request, calls tools the way a model's
 * executor would, and takes a second iteration to put a tool's result into words.
 */
final class OfflineExecutor implements DispatchExecutor {

  private static final String PENDING = "pendingToolCall";

  private final SampleAgentProperties properties;

  OfflineExecutor(SampleAgentProperties properties) {
    this.properties = properties;
  }

  @Override
  public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    Speech speech = new Speech(ctx, helpers, properties.deltaPause());
    if (ctx.stash().get(PENDING) instanceof String callId) {
      answerFromTool(ctx, speech, callId);
      ctx.ack();
      return;
    }
    switch (IntentReader.read(asked(ctx))) {
      case Intent.Calculate(String expression) -> {
        speech.think("This is arithmetic, and I do not guess numbers: I ask the calculator.");
        call(ctx, helpers, "calculate", args("expression", expression));
      }
      case Intent.TellTime(String place) -> {
        speech.think("Only a clock knows the time, so I look at one.");
        call(ctx, helpers, "current_time", args("zone", place.isEmpty() ? "UTC" : place));
      }
      case Intent.Remember(String fact) -> {
        speech.think("You want me to keep this, so I store it as a memory.");
        remember(ctx, fact);
        speech.say("I will remember: " + fact);
        ctx.ack();
      }
      case Intent.Recall(String question) -> {
        speech.think("I look through what I was asked to remember.");
        speech.say(recall(question, ctx.fetchMemories()));
        ctx.ack();
      }
      case Intent.Help() -> {
        speech.think("I do not understand this, so I say what I can do.");
        speech.say(help(ctx));
        ctx.ack();
      }
    }
  }

  private static String asked(DispatchContext ctx) {
    List<Message> said =
        ctx.turnMessages().stream().filter(m -> m.role() == MessageRole.USER).toList();
    return said.isEmpty() ? "" : said.getLast().content().map(c -> c.render(ctx)).orElse("");
  }

  private static void call(
      DispatchContext ctx, DispatchExecutorHelpers helpers, String tool, ObjectNode args)
      throws Exception {
    String callId = Ids.next();
    ToolCallRunner.run(ctx, helpers, callId, tool, args);
    ctx.stash().set(PENDING, callId);
  }

  private static ObjectNode args(String name, String value) {
    return JsonNodeFactory.instance.objectNode().put(name, value);
  }

  private static void answerFromTool(DispatchContext ctx, Speech speech, String callId)
      throws Exception {
    ToolCall call = ctx.turnToolCalls().findById(callId).orElseThrow();
    String result = text(call.results());
    if (call.isError()) {
      // Which tool failed stands first; a person wants the tool's own words that follow.
      String own = result.replaceFirst("^The tool '[^']*' failed\\.\\s*", "");
      speech.say("That did not work: " + (own.isEmpty() ? result : own));
    } else if (call.tool().equals("calculate")) {
      speech.say(call.args().node().path("expression").asString() + " = " + result);
    } else {
      speech.say("It is " + result + ".");
    }
  }

  private static String text(ToolResults results) throws IOException {
    return switch (results) {
      case ToolResults.Text(var value) -> value.value();
      case ToolResults.Artifacts(var items, var single) -> items.getFirst().asString();
      case ToolResults.MediaItems media -> media.items().size() + " attachments";
    };
  }

  private static void remember(DispatchContext ctx, String fact) {
    Instant now = ctx.clock().instant();
    ctx.storeMemory(
        Memory.builder()
            .id(Ids.next())
            .content(fact)
            .confidence(1.0)
            .importance(0.5)
            .createdAt(now)
            .updatedAt(now)
            .build());
  }

  private static String recall(String question, List<Memory> memories) {
    List<String> facts = Recollection.about(question, memories);
    if (facts.isEmpty()) {
      return memories.isEmpty()
          ? "You have not asked me to remember anything yet. Say: remember that …"
          : "I remember nothing about that.";
    }
    return "I remember: " + String.join("; ", facts);
  }

  private static String help(DispatchContext ctx) {
    Map<String, String> tools =
        ctx.tools().visible().stream()
            .filter(t -> !t.ephemeral())
            .collect(Collectors.toMap(t -> t.name(), t -> t.description(), (a, b) -> a));
    String known =
        tools.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(e -> "- " + e.getKey() + ": " + e.getValue())
            .collect(Collectors.joining("\n"));
    return "I can calculate (2 * (3 + 4)), tell the time (time in Oslo), remember facts (remember that my dog is called Rex)"
        + " and recall them (what do you know about my dog?). My tools:\n"
        + known;
  }
}
