package dev.adk4j.jdbc;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.prompt.AssembledPrompt;
import dev.adk4j.prompt.NonceSource;
import dev.adk4j.prompt.PromptAssembler;
import dev.adk4j.prompt.PromptEntry;
import dev.adk4j.prompt.PromptRenderers;
import dev.adk4j.prompt.PromptRequest;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** An agent that calls a tool in each turn, and writes down the prompts that a model would get. */
final class PromptProcess {

  private static final byte[] KEY =
      "the secret that all nodes have".getBytes(StandardCharsets.UTF_8);

  /** Orders of members and forms of numbers that a database must not tidy up. */
  private static final String ARGS =
      "{\"z\":1.0,\"a\":\"\\u00e9 \\ud83d\\ude00 \\u0000\",\"n\":1e2,\"l\":[null,{\"y\":0,\"b\":-0.50}]}";

  final List<List<String>> prompts = new ArrayList<>();
  private final TurnRunner runner;
  private final PromptAssembler assembler =
      new PromptAssembler(NonceSource.keyed(KEY), PromptRenderers.standard());
  private final Path last;
  private final int stopAt;

  /**
   * @param last where the newest prompt is written to
   * @param stopAt number of the prompt at which the process stops and waits to be killed; 0 for
   *     none
   */
  PromptProcess(TestDatabase database, Path last, int stopAt) {
    this.last = last;
    this.stopAt = stopAt;
    this.runner =
        TurnRunner.builder()
            .persistentStorage(database.storage())
            .callback(FetchToolsCallback.class, ctx -> List.of())
            .addTool(
                Tool.builder("look")
                    .description("Looks.")
                    .inputSchema("{\"type\":\"object\",\"additionalProperties\":true}")
                    .handler((args, ctx, meta) -> ToolOutput.text("line 1\r\nline 2\t\u2028 ä"))
                    .build())
            .turnInputPipeline(
                List.of(
                    HydrateTurn.builder().messages(100).toolCalls(100).build(), new AcceptInput()))
            .executor(this::model)
            .build();
  }

  public static void main(String[] args) throws Exception {
    try (TestDatabase database = TestDatabase.open(args[0], args[1], args[2], 4)) {
      PromptProcess process = new PromptProcess(database, Path.of(args[3]), 4);
      process.send("one");
      process.send("two");
    }
  }

  void send(String text) {
    runner.run(
        RawTurnContext.builder()
            .systemPrompt("Look.")
            .scope(Scope.of("acme", "ann", "c-1"))
            .input(Message.user(text))
            .build());
  }

  private void model(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    prompts.add(lines(assembler.assemble(PromptRequest.of(ctx))));
    Files.write(last, prompts.getLast());
    if (prompts.size() == stopAt) {
      System.out.println("STOPPED");
      System.out.flush();
      new CountDownLatch(1).await();
    }
    if (ctx.isFirstIteration()) {
      ctx.storeMessage(Message.assistant(Ids.next(), "I look.", ctx.clock().instant()));
      ToolCallRunner.run(
          ctx,
          helpers,
          List.of(new ToolCallRequest("p1", "look", Json.read(ARGS))),
          ToolResultOptions.DEFAULT);
    } else {
      ctx.storeMessage(Message.assistant(Ids.next(), "Seen.", ctx.clock().instant()));
      ctx.ack();
    }
  }

  /** One line for each piece that a provider gets, in its order. */
  private static List<String> lines(AssembledPrompt prompt) throws IOException {
    List<String> lines = new ArrayList<>();
    prompt.leadingSystem().ifPresent(lines::add);
    for (PromptEntry entry : prompt.history()) {
      String arguments = entry instanceof PromptEntry.ToolExchange call ? call.arguments() : "";
      lines.add(Json.mapper().writeValueAsString(List.of(arguments, entry.text())));
    }
    return lines;
  }
}
