package dev.adk4j.springai.tool;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.DispatchStatus;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.springai.chat.Agent;
import io.modelcontextprotocol.client.McpSyncClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tools that come and go while turns run, with notice, with too much of it, and without. */
class ChangingToolsTests {

  private static final String OTHER = StrangeServer.GOOD.replace("good", "other");
  private static final String STRICT =
      StrangeServer.GOOD.replace("}}}", "}},\"required\":[\"a\"]}").replace("string", "integer");

  private final List<Map<String, String>> told = new CopyOnWriteArrayList<>();
  private final StrangeServer server = new StrangeServer();
  private final CallingModel model = new CallingModel();

  /** A server that says more often than anybody could read that its tools changed. */
  interface Storm {

    /** Returns what happens before each turn. */
    Runnable of(StrangeServer server);
  }

  static Stream<Named<Storm>> storms() {
    return Stream.of(
        Named.of(
            "a hundred notifications before each turn",
            server -> () -> IntStream.range(0, 100).forEach(i -> server.change())),
        Named.of("one before each answer to a listing", storming(StrangeServer::change, s -> {})),
        Named.of("one behind each answer to a listing", storming(s -> {}, StrangeServer::change)),
        Named.of(
            "a hundred while a list is read",
            storming(s -> IntStream.range(0, 100).forEach(i -> s.change()), s -> {})),
        Named.of("another list in each answer", ChangingToolsTests::otherListEachTime));
  }

  private static Storm storming(Consumer<StrangeServer> before, Consumer<StrangeServer> behind) {
    return server -> {
      StrangeServer.Answers lists = server.lists;
      server.lists =
          params -> {
            before.accept(server);
            return lists.to(params);
          };
      server.behind = behind;
      return () -> {};
    };
  }

  private static Runnable otherListEachTime(StrangeServer server) {
    AtomicInteger number = new AtomicInteger();
    server.lists =
        params -> {
          server.change();
          String other = StrangeServer.GOOD.replace("good", "t" + number.incrementAndGet());
          return "{\"tools\":[" + StrangeServer.GOOD + "," + other + "]}";
        };
    return () -> {};
  }

  /** One list for each turn, and one for the client's own handler. */
  @ParameterizedTest
  @MethodSource("storms")
  void aStormOfChangesCostsAListForEachTurn(Storm storm) throws Exception {
    List<Integer> heard = new CopyOnWriteArrayList<>();
    McpSyncClient client =
        server.spec("crm").toolsChangeConsumer(tools -> heard.add(tools.size())).build();
    Agent agent = agent(client);
    Runnable beforeTurn = storm.of(server);
    turn(agent);
    for (int i = 0; i < 4; i++) {
      beforeTurn.run();
      turn(agent);
      assertThat(model.offered()).startsWith("mine", "good");
    }
    assertThat(server.listings()).isBetween(5L, 7L);
    Awaitility.await().untilAsserted(() -> assertThat(heard).isNotEmpty());
    assertThat(told).isEmpty();
  }

  @Test
  void aSilentServerThatAnnouncesChangesIsAskedOnce() throws Exception {
    server.lists = params -> null;
    Agent agent = agent(server.connect("crm"));
    turn(agent);
    for (int i = 0; i < 4; i++) {
      server.change();
      turn(agent);
    }
    // The second one is of the client's own handler.
    assertThat(server.listings()).isBetween(1L, 3L);
    assertThat(told).singleElement().extracting(Map::keySet).asString().contains("*crm");
  }

  @Test
  void aChangeWhoseListTheClientCannotReadIsHeard() throws Exception {
    Agent agent = agent(server.connect("crm"));
    turn(agent);
    server.listing("{\"name\":{}}", OTHER);
    server.change();
    turn(agent);
    assertThat(model.offered()).containsExactly("mine", "good", "other");
    assertThat(told.getLast()).containsOnlyKeys("(unnamed)");
  }

  @Test
  void manyTurnsAtOnceShareTheListThatIsReadNext() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    StrangeServer.Answers lists = server.lists;
    server.lists =
        params -> {
          open.await();
          server.change();
          return lists.to(params);
        };
    McpListing listing =
        McpListing.of(StrangeServer.provider(server.connect("crm")), Duration.ofMinutes(1));
    List<Thread> threads = new CopyOnWriteArrayList<>();
    try (ExecutorService pool = Executors.newThreadPerTaskExecutor(thread(threads))) {
      List<Future<Listed>> turns = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        turns.add(pool.submit(listing::read));
      }
      Awaitility.await()
          .until(
              () ->
                  threads.size() == 20
                      && threads.stream().allMatch(t -> t.getState() == Thread.State.WAITING));
      open.countDown();
      for (Future<Listed> turn : turns) {
        assertThat(turn.get().callbacks()).hasSize(1);
      }
    }
    // Two of ours, and one of the client's own handler.
    assertThat(server.listings()).isLessThanOrEqualTo(3);
  }

  private static ThreadFactory thread(List<Thread> threads) {
    return work -> {
      Thread thread = Thread.ofPlatform().unstarted(work);
      threads.add(thread);
      return thread;
    };
  }

  /**
   * Between the offer and the call the server lists other tools, without notice: its answer to the
   * call, the tools of the next turn, and the tool that is reported as missing.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          removed | {"jsonrpcError":{"code":-32602,"message":"Unknown tool: good"}}              | Unknown tool    | good
          removed | {"jsonrpcError":{"code":-32601,"message":"Method not found"}}                | Method not found | good
          removed | {"jsonrpcError":{"code":-32000,"message":""}}                                | -32000          | good
          removed | {"content":[{"type":"text","text":"No such tool."}],"isError":true}          | No such tool.   | good
          removed | {"content":[],"isError":true}                                                | without a reason | good
          removed | broken                                                                       | the pipe is closed | good
          changed | {"jsonrpcError":{"code":-32602,"message":"a must be an integer"}}            | must be an integer |
          kept    | {"content":[{"type":"text","text":"No such order."}],"isError":true}         | No such order.  |
          """)
  void aCallOfAToolThatIsGoneOrChangedTellsTheModel(
      String change, String answer, String said, String missing) throws Exception {
    Agent agent = agent(server.connect("crm"));
    model.call("good", "{\"a\":\"x\"}");
    server.calls =
        params -> {
          switch (change) {
            case "removed" -> server.listingOnly(OTHER);
            case "changed" -> server.listingOnly(STRICT);
            default -> {}
          }
          if (answer.equals("broken")) {
            throw new IllegalStateException("the pipe is closed");
          }
          return answer;
        };
    turn(agent);
    ToolCall call = agent.toolCalls().getFirst();
    assertThat(call.isError()).isTrue();
    assertThat(CallingModel.text(call)).contains("'good'", said);
    assertThat(told).isEmpty();

    turn(agent);
    assertThat(server.listings()).isEqualTo(2);
    assertThat(model.offered()).contains(change.equals("removed") ? "other" : "good");
    assertThat(model.schema("good").contains("integer")).isEqualTo(change.equals("changed"));
    if (missing == null) {
      assertThat(told).isEmpty();
      return;
    }
    assertThat(told).singleElement().extracting(Map::keySet).isEqualTo(Set.of("good"));
    assertThat(told.getFirst().get("good"))
        .isEqualTo(
            "The tool 'good' of 'crm (strange)' is omitted: its call failed, and the server lists"
                + " it no longer");
    agent.requiring("good").ask("go");
    assertThat(agent.errors())
        .anySatisfy(e -> assertThat(e).hasMessageContaining("the server lists it no longer"));

    server.listing();
    server.change();
    turn(agent.requiring("good"));
    assertThat(told.getLast()).isEmpty();
  }

  @Test
  void aToolThatIsRemovedWhileItsCallRunsGivesItsResult() throws Exception {
    Agent agent = agent(server.connect("crm"));
    StrangeServer.Answers calls = server.calls;
    server.calls =
        params -> {
          server.listingOnly(OTHER).change();
          return calls.to(params);
        };
    model.call("good", "{}");
    turn(agent);
    assertThat(CallingModel.text(agent.toolCalls().getFirst())).isEqualTo("called");
    turn(agent);
    assertThat(model.offered()).startsWith("mine", "other");
    assertThat(told).isEmpty();
  }

  /** The server restarts with other tools before the given request, and says nothing. */
  @ParameterizedTest
  @CsvSource({"list, 2", "call, 1", "second call, 2"})
  void aServerThatRestartsIsListedAgain(String moment, int calls) throws Exception {
    Agent agent = agent(server.connect("crm"));
    turn(agent);
    IntStream.range(0, calls).forEach(i -> model.call("good", "{}"));
    server.listing(OTHER);
    if (moment.equals("list")) {
      server.change();
    }
    AtomicInteger left = new AtomicInteger(moment.equals("second call") ? 1 : 0);
    StrangeServer.Answers answers = server.calls;
    server.calls =
        params -> {
          if (left.getAndDecrement() == 1) {
            server.restart();
          }
          return answers.to(params);
        };
    if (left.get() == 0) {
      server.restart();
    }
    turn(agent);
    turn(agent);
    assertThat(model.offered()).startsWith("mine", "good", "other");
    assertThat(server.asked).filteredOn("initialize"::equals).hasSize(2);
    assertThat(server.listings()).isLessThanOrEqualTo(4);
    assertThat(told.isEmpty() || told.getLast().isEmpty()).isTrue();
  }

  private Agent agent(McpSyncClient client) {
    var provider = StrangeServer.provider(client);
    return Agent.of(model, Agent::tellingErrors)
        .without("weather")
        .with(StrangeServer.mine())
        .offering(new ToolCache(() -> List.of(provider), told::add, Duration.ofSeconds(1)));
  }

  private static void turn(Agent agent) throws Exception {
    assertThat(agent.ask("go")).hasNoErrors().dispatchEndedWith(DispatchStatus.ACK);
  }
}
