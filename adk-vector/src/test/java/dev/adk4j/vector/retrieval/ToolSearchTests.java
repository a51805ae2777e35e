package dev.adk4j.vector.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.AgentStream;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.ToolApproval;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ToolSearchTests {

  private static final GateActor BOSS = GateActor.of("boss", "default");
  private static final ToolCallRequest LOAD_REFUND = load("refund_order");

  private final InMemoryStorageAdapter storage = new InMemoryStorageAdapter();
  private final List<AgentRegistry> registries = new ArrayList<>();
  private final GateService gates =
      GateService.of(
          TurnStore.inMemory(),
          GateService.Options.DEFAULT.withAuthorizer((a, g) -> GateAuthorizer.Answer.grant()));
  private final TurnStore store = gates.store();
  private final List<String> ran = Collections.synchronizedList(new ArrayList<>());
  private final List<List<String>> offered = Collections.synchronizedList(new ArrayList<>());
  private final List<String> results = Collections.synchronizedList(new ArrayList<>());
  private final List<String> started = Collections.synchronizedList(new ArrayList<>());
  private final List<List<ToolCallRequest>> answers = new ArrayList<>();
  private List<DispatchMiddleware> pipeline = List.of(ToolSearch.above(5).pinned("find_order"));
  private Tool extra = tool("pack_box", "Packs goods into a box.").build();

  @AfterEach
  void close() {
    registries.forEach(AgentRegistry::close);
    gates.close();
  }

  private Tool.Builder tool(String name, String description) {
    return Tool.builder(name)
        .description(description)
        .inputSchema("{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}")
        .handler(
            (args, ctx, meta) -> {
              ran.add(name);
              return ToolOutput.text(name + " done");
            });
  }

  private AgentClient agent() {
    List<Tool> tools =
        Stream.concat(
                IntStream.range(0, 10)
                    .mapToObj(n -> tool("other_" + n, "Does other things.").build()),
                Stream.of(
                    tool("find_order", "Finds an order.").build(),
                    tool("refundOrder", "Gives money back for goods.").build(),
                    tool("refund_order", "Refunds an order.")
                        .guard(ApprovalGuard.required())
                        .build(),
                    extra))
            .toList();
    TurnRunner runner =
        TurnRunner.builder()
            .storage(storage)
            .gates(gates)
            .tools(tools)
            .turnInputPipeline(
                List.of(
                    HydrateTurn.builder().messages(20).toolCalls(20).build(), new AcceptInput()))
            .dispatchInputPipeline(pipeline)
            .executor(this::model)
            .build();
    runner.observe(TurnEvent.TOOL_EXECUTION_START, event -> started.add(event.toolName()));
    return AgentClient.builder(runner)
        .systemPrompt("")
        .registry(registry())
        .actors(() -> Optional.of(BOSS))
        .build();
  }

  private AgentRegistry registry() {
    AgentRegistry registry = AgentRegistry.of(gates);
    registries.add(registry);
    return registry;
  }

  private Conversation conversation() {
    return agent().conversation("ann", "c");
  }

  private void model(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    offered.add(
        ctx.tools().visible().stream()
            .map(Tool::name)
            .filter(name -> !name.startsWith("artifact_"))
            .toList());
    if (!answers.isEmpty()) {
      List<ToolCall> records =
          ToolCallRunner.run(ctx, helpers, answers.removeFirst(), ToolResultOptions.DEFAULT);
      records.forEach(
          call ->
              results.add(
                  call.results() instanceof ToolResults.Text(var text)
                      ? text.value()
                      : call.tool()));
      return;
    }
    AnswerType<?> type = AnswerType.in(ctx.stash());
    helpers.reportMessage("said", "Done.", true);
    ctx.storeMessage(
        Message.assistant(
            Ids.next(), type == null ? "Done." : type.write(7), ctx.clock().instant()));
    ctx.ack();
  }

  private void asks(ToolCallRequest... calls) {
    answers.add(List.of(calls));
  }

  private static ToolCallRequest call(String tool, Map<String, ?> args) {
    return new ToolCallRequest(null, tool, JsonValue.of(args).node());
  }

  private static ToolCallRequest search(String query) {
    return call(ToolSearch.SEARCH, Map.of("query", query));
  }

  private static ToolCallRequest load(String... names) {
    return call(ToolSearch.LOAD, Map.of("names", List.of(names)));
  }

  @Test
  void offersTheTwoAndThePinned() {
    asks(search("give money back"));
    conversation().ask("Refund 1.");
    assertThat(offered.getFirst()).containsExactly("find_order", "search_tools", "load_tools");
    assertThat(results.getFirst())
        .startsWith("- refundOrder: Gives money back for goods.")
        .doesNotContain("find_order");
  }

  @Test
  void findsByPartsOfNamesAndByParameters() {
    asks(search("order refunds"), search("n"), search("nothing of it"), search("other"));
    conversation().ask("Refund 1.");
    assertThat(results.getFirst())
        .startsWith("- refund_order: Refunds an order.\n- refundOrder: Gives");
    assertThat(results.get(1).lines()).hasSize(5);
    assertThat(results.get(2)).isEqualTo("No tool was found by these words. Try others, or fewer.");
  }

  @Test
  void loadedToolsStayForTheTurnAndAsLongAsTheHistoryHasThem() {
    asks(load("pack_box", "no_such", "find_order"));
    asks(call("pack_box", Map.of()));
    Conversation conversation = conversation();
    conversation.ask("Pack.");
    assertThat(results.getFirst())
        .isEqualTo("You can call now: pack_box. Not found: no_such, find_order.");
    assertThat(offered.get(1))
        .containsExactly("find_order", "pack_box", "search_tools", "load_tools");
    assertThat(offered.get(2)).isEqualTo(offered.get(1));
    assertThat(ran).containsExactly("pack_box");

    offered.clear();
    conversation.ask("Again.");
    assertThat(offered.getFirst()).contains("pack_box").hasSize(4);
    offered.clear();
    agent().conversation("bob", "c").ask("Pack.");
    assertThat(offered.getFirst()).doesNotContain("pack_box");
  }

  @Test
  void leavesAgentsWithFewToolsAlone() {
    pipeline = List.of(ToolSearch.above(14));
    conversation().ask("Hi");
    assertThat(offered.getFirst()).hasSize(14).doesNotContain("search_tools");

    pipeline = List.of(ToolSearch.above(5));
    agent().conversation("ann", "d").ask("Hi", o -> o.tools("find_order", "pack_box"));
    assertThat(offered.getLast()).containsExactly("find_order", "pack_box");
    agent().conversation("ann", "e").ask("Hi", o -> o.tools(false));
    assertThat(offered.getLast()).isEmpty();
  }

  @Test
  void toolsThatATurnMayNotHaveAreNeitherFoundNorLoaded() {
    AgentClient few = agent().toBuilder().tools(tool -> !tool.name().startsWith("refund")).build();
    asks(search("refund order"), load("refund_order"), call("refund_order", Map.of()));
    few.conversation("ann", "c").ask("Refund 1.");
    assertThat(results.getFirst()).doesNotContain("refund");
    assertThat(results.get(1)).isEqualTo("Not found: refund_order.");
    assertThat(results.get(2)).startsWith("There is no tool 'refund_order'");
    assertThat(ran).isEmpty();
  }

  @Test
  void toolsThatOthersHideAreNeitherFoundNorShown() {
    pipeline =
        List.of(
            (ctx, next) -> {
              ctx.tools().hide("pack_box");
              next.proceed();
            },
            ToolSearch.above(5));
    asks(search("pack box"), load("pack_box"));
    conversation().ask("Pack.");
    assertThat(results.getFirst()).doesNotContain("pack_box");
    assertThat(offered.getLast()).doesNotContain("pack_box");
  }

  @Test
  void aToolThatWasNotLoadedIsCheckedAndAskedForAsEver() {
    asks(call("pack_box", Map.of("n", "text")));
    asks(call("refund_order", Map.of("n", 1)));
    Answer answer = conversation().send("Refund 1.");
    assertThat(results.getFirst()).contains("not valid");
    assertThat(answer.gate().tool()).isEqualTo("refund_order");
    assertThat(ran).isEmpty();
  }

  @Test
  void refusesToHideAnApplicationsOwnToolOfItsName() {
    extra = tool("search_tools", "Searches the tool shed.").build();
    assertThatThrownBy(() -> conversation().ask("Hi"))
        .isInstanceOf(AdkException.class)
        .hasStackTraceContaining("search_tools");
  }

  @Test
  void anApprovalOnAFoundToolWaitsIsDecidedAndGoesOn() {
    asks(search("refund"));
    asks(load("refund_order", "pack_box"));
    asks(call("refund_order", Map.of("n", 1)), search("box"));
    Conversation conversation = conversation();
    Answer parked = conversation.send("Refund 1.", o -> o.answer(Integer.class));
    assertThat(parked.status()).isEqualTo(Answer.Status.WAITING);
    assertThat(parked.gate().tool()).isEqualTo("refund_order");
    assertThat(ran).isEmpty();

    asks(call("pack_box", Map.of()));
    Answer answer =
        conversation.decide(
            parked.gate().id(),
            GateDecision.resolve(Map.of("approved", true, "args", Map.of("n", 2))),
            BOSS);
    assertThat(answer.value(Integer.class)).isEqualTo(7);
    assertThat(ran).containsExactly("refund_order", "pack_box");
    assertThat(offered.getLast())
        .containsExactly("find_order", "refund_order", "pack_box", "search_tools", "load_tools");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aGuardOfAnotherMiddlewareHoldsForAFoundTool(boolean before) {
    ToolSearch search = ToolSearch.above(5);
    ToolApproval approval = ToolApproval.of("pack_box");
    pipeline = before ? List.of(approval, search) : List.of(search, approval);
    asks(load("pack_box"));
    asks(call("pack_box", Map.of("n", 1)));
    Conversation conversation = conversation();
    Answer parked = conversation.send("Pack.");
    assertThat(offered.getLast()).containsExactly("pack_box", "search_tools", "load_tools");
    assertThat(ran).isEmpty();
    assertThat(conversation.decide(parked.gate(), true).text()).isEqualTo("Done.");
    assertThat(ran).containsExactly("pack_box");
  }

  @Test
  void aRejectedCallOfAFoundToolDoesNotRun() {
    asks(LOAD_REFUND);
    asks(call("refund_order", Map.of("n", 1)));
    Conversation conversation = conversation();
    Answer parked = conversation.send("Refund 1.");
    assertThat(conversation.decide(parked.gate(), false).text()).isEqualTo("Done.");
    assertThat(ran).isEmpty();
  }

  @Test
  void foundToolsThatSayParallelRunAtOnce() {
    CyclicBarrier both = new CyclicBarrier(2);
    extra =
        tool("pack_box", "Packs.")
            .parallel(true)
            .handler(
                (args, ctx, meta) -> {
                  both.await();
                  return ToolOutput.text("packed");
                })
            .build();
    asks(search("pack"), load("pack_box"));
    asks(call("pack_box", Map.of("n", 1)), call("pack_box", Map.of("n", 2)));
    assertThat(conversation().ask("Pack two.")).isEqualTo("Done.");
    assertThat(results).hasSize(4);
  }

  @Test
  void aStreamHasTheCallsOfASearchAndOfAFoundTool() {
    asks(search("pack a box"));
    asks(load("pack_box"));
    asks(call("pack_box", Map.of()));
    AgentStream stream = conversation().stream("Pack.");
    assertThat(stream.answer().join().text()).isEqualTo("Done.");
    assertThat(started).isEqualTo(Arrays.asList("search_tools", "load_tools", "pack_box"));
  }

  @Test
  void anAbortWithinAFoundToolEndsTheTurnAndTheNextMessageWorks() throws Exception {
    CountDownLatch hangs = new CountDownLatch(1);
    extra =
        tool("pack_box", "Packs.")
            .parallel(true)
            .handler(
                (args, ctx, meta) -> {
                  hangs.countDown();
                  new CountDownLatch(1).await();
                  return ToolOutput.text("never");
                })
            .build();
    asks(load("pack_box"));
    asks(call("pack_box", Map.of()));
    Conversation conversation = conversation();
    AgentStream stream = conversation.stream("Pack.");
    CompletableFuture<Answer> answer = stream.answer();
    hangs.await();
    stream.abort();
    await().until(answer::isDone);
    offered.clear();
    assertThat(conversation.ask("Are you there?")).isEqualTo("Done.");
    assertThat(offered.getFirst()).contains("pack_box");
  }
}
