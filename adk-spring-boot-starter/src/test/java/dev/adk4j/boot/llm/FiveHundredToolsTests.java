package dev.adk4j.boot.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AgentClient;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.prompt.ContextUsage;
import dev.adk4j.prompt.PromptAssembler;
import dev.adk4j.prompt.PromptRequest;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.JsonValue;
import dev.adk4j.vector.retrieval.ToolSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the search of tools finds among 500, and what it saves. */
class FiveHundredToolsTests {

  private static String ask(DispatchExecutor executor, List<ToolSearch> search) {
    TurnRunner runner =
        TurnRunner.builder()
            .storage(new InMemoryStorageAdapter())
            .tools(ManyTools.tools())
            .turnInputPipeline(List.of(new AcceptInput()))
            .dispatchInputPipeline(List.copyOf(search))
            .executor(executor)
            .build();
    return AgentClient.builder(runner)
        .systemPrompt("You are the assistant of a company.")
        .build()
        .ask("Where is my parcel?");
  }

  @Test
  void theRightToolIsAmongTheFirstThree() {
    List<ManyTools.Question> questions = ManyTools.questions();
    assertThat(questions).hasSize(200);
    assertThat(ManyTools.tools()).hasSize(500);
    List<String> missed = new ArrayList<>();
    List<String> notFirst = new ArrayList<>();
    ask(
        (ctx, helpers) -> {
          long begun = System.nanoTime();
          for (ManyTools.Question question : questions) {
            ToolCall call =
                ToolCallRunner.run(
                    ctx, helpers, request(ToolSearch.SEARCH, Map.of("query", question.text())));
            List<String> found =
                ((ToolResults.Text) call.results())
                    .value()
                    .value()
                    .lines()
                    .map(line -> line.substring(2, line.indexOf(':')))
                    .toList();
            assertThat(ctx.tools().has(question.tool())).as(question.tool()).isTrue();
            if (!found.subList(0, Math.min(3, found.size())).contains(question.tool())) {
              missed.add(question + " found " + found);
            }
            if (!found.getFirst().equals(question.tool())) {
              notFirst.add(question.text());
            }
          }
          System.out.println("ms for each search: " + (System.nanoTime() - begun) / 200e6);
          end(ctx);
        },
        List.of(ToolSearch.above(40)));
    System.out.println(
        "first three: " + (200 - missed.size()) + ", first: " + (200 - notFirst.size()));
    missed.forEach(System.out::println);
    assertThat(missed).hasSizeLessThanOrEqualTo(10);
  }

  @Test
  void promptsHaveAFewHundredTokensOfToolsInsteadOfManyThousand() {
    List<ContextUsage> without =
        usages(List.of(), List.of(request("track_parcel", Map.of("number", "7"))));
    List<ContextUsage> with =
        usages(
            List.of(ToolSearch.above(40)),
            List.of(
                request(ToolSearch.SEARCH, Map.of("query", "find out where a parcel is")),
                request(ToolSearch.LOAD, Map.of("names", List.of("track_parcel"))),
                request("track_parcel", Map.of("number", "7"))));
    System.out.println("prompts without: " + without + "\nprompts with: " + with);
    assertThat(without).hasSize(2).allMatch(usage -> usage.tools() > 25_000);
    assertThat(with).hasSize(4);
    assertThat(with.get(0).tools()).isLessThan(250);
    assertThat(with.get(2).tools()).as("with the loaded one").isLessThan(300);
    assertThat(sum(with) * 15).as("two generations more, and still").isLessThan(sum(without));
  }

  private static long sum(List<ContextUsage> usages) {
    return usages.stream().mapToLong(ContextUsage::total).sum();
  }

  /** Returns what the prompt of each generation takes, of one call in each but the last. */
  private static List<ContextUsage> usages(List<ToolSearch> search, List<ToolCallRequest> calls) {
    List<ContextUsage> usages = new ArrayList<>();
    ask(
        (ctx, helpers) -> {
          usages.add(new PromptAssembler().render(PromptRequest.of(ctx)).measure("o200k_base"));
          if (ctx.iteration() < calls.size()) {
            ToolCallRunner.run(
                ctx,
                helpers,
                List.of(calls.get(ctx.iteration())),
                new ToolResultOptions(ToolResultOptions.ErrorDetail.MESSAGE, 8_192));
          } else {
            end(ctx);
          }
        },
        search);
    return usages;
  }

  private static ToolCallRequest request(String tool, Map<String, ?> args) {
    return new ToolCallRequest(null, tool, JsonValue.of(args).node());
  }

  private static void end(DispatchContext ctx) {
    ctx.storeMessage(Message.assistant("Done."));
    ctx.ack();
  }
}
