package dev.adk4j.boot.protocol;

import dev.adk4j.bytes.MediaReader;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.gate.GatePolicy;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateSchema;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.DispatchExecutorHelpers.ToolCallReport;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.schema.JsonSchema;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The agent of all tests of the protocols, which does what the first word of a message says:
 *
 * <ul>
 *   <li>{@code Find}, {@code Refund}, {@code Show} think, call their tool, and say that this is
 *       done; {@code Refund 7} refunds an order, {@code Refund payout} is for others to decide on,
 *       and {@code Find and tell} says what came of it
 *   <li>{@code Tell} thinks, finds an order, and tells {@link #TEXT} in four pieces, each of which
 *       is stored by itself; {@code Tell and refund} says that it refunds, {@code Tell and show}
 *       shows a map instead, and {@code Tell slowly} takes its time
 *   <li>{@code ask} asks at a gate, {@code plan} changes the state, {@code tools} names its tools,
 *       {@code who} tells who asked how often
 *   <li>{@code wait x} waits until {@code go x} or {@code slow x}, {@code slow} until it is
 *       aborted, {@code hold} until it is aborted or {@link #held} opens, {@code replay} until
 *       {@link #replaying} opens
 *   <li>{@code crash} fails at once, {@code fail} in the middle of its answer
 *   <li>{@code write 500} and {@code drip 500} say as many pieces, {@code recite 500} says them at
 *       once, {@code spell} says each character by itself, {@code split 7} cuts a text there
 *   <li>{@code draw} answers with an image and a page, {@code model} does what {@link #model} does
 *   <li>anything else is repeated
 * </ul>
 */
final class SceneScript implements DispatchExecutor {

  static final String TEXT = "One two three four.";

  /** Characters that JSON or lines of an event would not have as they are. */
  static final String SPELLED =
      "\"In quotes\", a \\, a\ttab,\na line, \u0001, \u2028, \u00fc, \ud83d\ude00.";

  /** Pairs of surrogates, combining marks, ends of lines, and a half that stays alone. */
  static final String SPLIT =
      "\ud83d\ude00\ud83d\udc69\u200d\ud83d\udcbb e\u0301\r\n\u2028\"\\ \u00fc\u0000"
          + "\ud83c\uddf3\ud83c\uddf4\u2764\ufe0f\ufeff\u202e\u0085\u007f\n\ndata: \ude00 \ud83d";

  static final String PIECE = "A few words of an answer. ";

  /** The smallest PNG. */
  static final String PIXEL =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  static final String PAGE = "<script>alert(1)</script>";

  private static final JsonSchema SHEET =
      JsonSchema.parse(
          """
          {"type": "object", "required": ["approved"], "additionalProperties": false,
           "properties": {"approved": {"type": "boolean"}}}\
          """);

  final AtomicInteger turns = new AtomicInteger();
  final AtomicInteger ended = new AtomicInteger();
  final AtomicInteger aborted = new AtomicInteger();

  /** How often each text was asked; other turns of the scene may go on beside a test's own. */
  final Map<String, Integer> texts = new ConcurrentHashMap<>();

  /** Turns that were asked to wait until another says go, by the name they were given. */
  volatile Map<String, CountDownLatch> waits = new ConcurrentHashMap<>();

  /** Opened to let turns end that were asked to hold. */
  volatile CountDownLatch held = new CountDownLatch(1);

  /** Opened when somebody reads the turn that is replayed. */
  volatile CountDownLatch replaying = new CountDownLatch(0);

  volatile DispatchExecutor model = (ctx, helpers) -> ctx.ack();

  @Override
  public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    Message asked = asked(ctx).getLast();
    turns.incrementAndGet();
    texts.merge(asked.text(), 1, Integer::sum);
    try {
      answer(ctx, helpers, asked);
    } finally {
      ended.incrementAndGet();
    }
  }

  private void answer(DispatchContext ctx, DispatchExecutorHelpers helpers, Message asked)
      throws Exception {
    String text = asked.text();
    String word = text.split(" ", 2)[0];
    String more = text.substring(word.length()).strip();
    switch (word) {
      case "Find", "Refund", "Show" -> {
        if (ctx.iteration() == 0) {
          helpers.reportThought("r-" + ctx.turnId(), "Hm.", true);
          call(ctx, helpers, text);
        } else {
          say(ctx, helpers, more.contains("tell") ? "Done: " + result(ctx) : "Done.");
        }
      }
      case "Tell" -> tell(ctx, helpers, text);
      case "wait" -> {
        helpers.reportMessage("w-" + ctx.turnId(), "Waiting");
        boolean over = latch(more).await(60, TimeUnit.SECONDS);
        say(ctx, helpers, over ? "Over." : "Waited too long.");
      }
      case "go" -> {
        latch(more).countDown();
        say(ctx, helpers, "Gone.");
      }
      case "slow" -> {
        latch(more).countDown();
        helpers.reportMessage("m-" + ctx.turnId(), "Slow");
        abortion(ctx).await();
        aborted.incrementAndGet();
      }
      case "hold" -> {
        helpers.reportMessage("h-" + ctx.turnId(), "Holding");
        CountDownLatch over = abortion(ctx);
        Thread.ofVirtual().start(() -> opened(over));
        over.await();
        say(ctx, helpers, "Held.");
      }
      case "replay" -> {
        replaying.await();
        say(ctx, helpers, "Replayed.");
      }
      case "ask" -> {
        ctx.stash().set("mood", "curious");
        JsonValue sheet =
            ctx.waitFor(
                GateRequest.of("sheet", GatePolicy.CONFIRMATION, Map.of("question", "Really?"))
                    .schema(GateSchema.json(SHEET)));
        say(ctx, helpers, "Answered " + sheet.text());
      }
      case "plan" -> {
        ctx.stash().set("plan", List.of("look", "write"));
        ctx.stash().set("password", "secret of the stash");
        ctx.stash().remove("mood");
        say(ctx, helpers, "Planned.");
      }
      case "tools" -> say(ctx, helpers, ctx.tools().visible().toString());
      case "who" ->
          say(
              ctx,
              helpers,
              ctx.scope().subject() + " said " + text + " (" + asked(ctx).size() + ")");
      case "crash" -> throw new IllegalStateException("secret of the database");
      case "fail" -> {
        helpers.reportMessage("f-" + ctx.turnId(), "Hel");
        throw new IllegalStateException("secret of the database");
      }
      case "write" -> say(ctx, helpers, pieces(more), Duration.ZERO, "Much.");
      case "drip" -> say(ctx, helpers, pieces(more), Duration.ofNanos(300_000), "Much.");
      case "recite" -> say(ctx, helpers, String.join("", pieces(more)));
      case "spell" -> {
        List<String> halves = SPELLED.chars().mapToObj(c -> String.valueOf((char) c)).toList();
        say(ctx, helpers, halves, Duration.ZERO, SPELLED);
      }
      case "split" -> split(ctx, helpers, Integer.parseInt(more));
      case "draw" -> {
        Instant now = ctx.clock().instant();
        ctx.storeMessage(
            Message.builder()
                .id(Ids.next())
                .role(MessageRole.ASSISTANT)
                .attachments(List.of(png(), page()))
                .createdAt(now)
                .updatedAt(now)
                .build());
        ctx.ack();
      }
      case "model" -> model.execute(ctx, helpers);
      default ->
          say(
              ctx,
              helpers,
              "You said: "
                  + text
                  + asked.attachments().stream()
                      .map(file -> " [" + file.mimeType() + "]")
                      .toList());
    }
  }

  private CountDownLatch latch(String name) {
    return waits.computeIfAbsent(name, key -> new CountDownLatch(1));
  }

  private static CountDownLatch abortion(DispatchContext ctx) {
    CountDownLatch over = new CountDownLatch(1);
    ctx.abortSignal().onAbort(why -> over.countDown());
    return over;
  }

  private void opened(CountDownLatch over) {
    try {
      held.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    over.countDown();
  }

  private static List<Message> asked(DispatchContext ctx) {
    return ctx.turnMessages().snapshot().stream()
        .filter(message -> message.role() == MessageRole.USER)
        .toList();
  }

  private static String result(DispatchContext ctx) {
    return ctx.turnToolCalls().snapshot().getLast().text();
  }

  private static void call(DispatchContext ctx, DispatchExecutorHelpers helpers, String text) {
    String tool = text.contains("payout") ? "payout" : "refund";
    String args = "{\"amount\":100}";
    if (text.matches("Refund \\d+")) {
      args = "{\"number\":\"%s\",\"amount\":100}".formatted(text.substring(7));
    } else if (text.matches("Find.*|Tell|Tell slowly")) {
      tool = "find_order";
      args = "{\"number\":\"4711\"}";
    } else if (text.matches("Show.*|Tell and show")) {
      tool = "show_map";
      args = "{\"place\":\"Paris\"}";
    }
    ToolCallRunner.run(
        ctx,
        helpers,
        List.of(new ToolCallRequest("p1", tool, Json.read(args))),
        ToolResultOptions.DEFAULT);
  }

  private static void tell(DispatchContext ctx, DispatchExecutorHelpers helpers, String text) {
    Duration pause = Duration.ofMillis(text.endsWith("slowly") ? 500 : 90);
    ctx.stash().set("step", ctx.iteration());
    if (ctx.iteration() > 0) {
      say(ctx, helpers, List.of("One ", "two ", "three ", "four.", ""), pause, TEXT);
      return;
    }
    String thought = Ids.next();
    helpers.reportThought(thought, "Let me ");
    LockSupport.parkNanos(pause.toNanos());
    helpers.reportThought(thought, "look.", true);
    LockSupport.parkNanos(pause.toNanos());
    if (text.contains("refund")) {
      String id = Ids.next();
      helpers.reportMessage(id, "Refunding. ", true);
      ctx.storeMessage(Message.assistant(id, "Refunding. ", ctx.clock().instant()));
    }
    call(ctx, helpers, text);
  }

  private static List<String> pieces(String count) {
    return Collections.nCopies(Integer.parseInt(count), PIECE);
  }

  /** Thinks, calls a tool and speaks with the same text, in two pieces that meet there. */
  private static void split(DispatchContext ctx, DispatchExecutorHelpers helpers, int at) {
    String before = SPLIT.substring(0, at);
    String after = SPLIT.substring(at);
    String id = Ids.next();
    helpers.reportThought("t-" + id, before);
    helpers.reportThought("t-" + id, after, true);
    helpers.reportToolCall(
        "c-" + id, ToolCallReport.announce("spell", JsonValue.of(Map.of("text", SPLIT))));
    helpers.reportToolCall("c-" + id, ToolCallReport.complete(ToolResults.text(SPLIT), false));
    say(ctx, helpers, List.of(before, after), Duration.ZERO, SPLIT);
  }

  static Media png() {
    return Media.toolGenerated(
        MediaKind.IMAGE, "image/png", "dot.png", MediaReader.of(Base64.getDecoder().decode(PIXEL)));
  }

  private static Media page() {
    return Media.toolGenerated(
        MediaKind.DOCUMENT, "text/html", "page \"1\".html", MediaReader.of(PAGE.getBytes()));
  }

  private static void say(DispatchContext ctx, DispatchExecutorHelpers helpers, String text) {
    String id = Ids.next();
    helpers.reportMessage(id, text, true);
    helpers.reportGenerationStats(GenerationStats.tokens("scene", 3, 2));
    ctx.storeMessage(Message.assistant(id, text, ctx.clock().instant()));
    ctx.ack();
  }

  /** Says the pieces, with a pause after each in which readers catch up. */
  private static void say(
      DispatchContext ctx,
      DispatchExecutorHelpers helpers,
      List<String> pieces,
      Duration pause,
      String stored) {
    String id = Ids.next();
    for (int i = 0; i < pieces.size(); i++) {
      helpers.reportMessage(id, pieces.get(i), i == pieces.size() - 1);
      LockSupport.parkNanos(pause.toNanos());
    }
    ctx.storeMessage(Message.assistant(id, stored, ctx.clock().instant()));
    ctx.ack();
  }
}
