package dev.adk4j.springai.tool;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.springai.dialect.ToolChoice;
import dev.adk4j.test.EventRecorder;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.ai.mcp.AsyncMcpToolCallbackProvider;
import org.springframework.ai.mcp.McpToolNamePrefixGenerator;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.definition.ToolDefinition;

/** A turn beside each thing that a server may do to its list of tools. */
class StrangeToolListTests {

  private static final String EMPTY = "\"inputSchema\":{\"type\":\"object\"}";

  /** Tools that are read, as their servers mean them. */
  static final List<String> READ =
      List.of(
          "{\"name\":\"odd\"}",
          "{\"name\":\"odd\",\"inputSchema\":null}",
          "{\"name\":\"odd\",\"inputSchema\":{}}",
          "{\"name\":\"odd\",\"description\":null," + EMPTY + "}",
          "{\"name\":\"odd\",\"description\":\"\"," + EMPTY + "}",
          "{\"name\":\"odd\",\"description\":[\"One.\",\"Two.\"]," + EMPTY + "}",
          "{\"name\":\"odd\",\"description\":{\"en\":\"One.\"},\"title\":5," + EMPTY + "}",
          "{\"name\":\"odd\",\"execution\":{\"taskSupport\":\"required\"}," + EMPTY + "}",
          "{\"name\":\"odd\",\"annotations\":\"none\"," + EMPTY + "}",
          "{\"name\":\"odd\",\"annotations\":{\"readOnlyHint\":\"maybe\"}," + EMPTY + "}",
          "{\"name\":\"odd\",\"outputSchema\":[]," + EMPTY + "}",
          "{\"name\":\"odd\",\"icons\":{},\"_meta\":5," + EMPTY + "}",
          "{\"name\":\"odd\",\"brandNew\":{\"x\":1}," + EMPTY + "}",
          schema("{\"type\":\"object\",\"properties\":[]}"),
          schema("{\"type\":\"object\",\"properties\":null,\"required\":null}"),
          schema("{\"type\":null}"),
          schema("{\"$schema\":\"\",\"type\":\"any\"}"),
          schema("{\"type\":\"object\",\"additionalProperties\":\"false\"}"),
          schema(
              "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"\",\"enum\":[],\"minLength\":\"1\"}}}"),
          schema("{\"type\":\"object\",\"title\":[\"A\",\"b\"],\"examples\":{\"a\":1}}"),
          schema("{\"$schema\":\"https://json-schema.org/draft-07/schema\",\"type\":\"object\"}"),
          schema(
              "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"required\":true}}}"),
          schema(
              "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"nullable\":true}}}"),
          schema(
              "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"STRING\",\"enum\":null}}}"),
          schema(
              "{\"type\":\"object\",\"properties\":{\"a\":{\"minimum\":1,\"exclusiveMinimum\":true}}}"));

  /** Tools that are left out, and a part of the reason. */
  static final List<List<String>> LEFT_OUT =
      List.of(
          List.of(schema("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"str\"}}}"), "odd"),
          List.of(schema("{\"type\":\"object\",\"required\":true}"), "odd"),
          List.of(schema("{\"type\":\"array\"}"), "odd"),
          List.of(schema("[]"), "odd"),
          List.of(schema("\"none\""), "odd"),
          List.of(schema("{\"type\":\"object\",\"properties\":\"none\"}"), "odd"),
          List.of(
              schema("{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/gone\"}}}"), "odd"),
          List.of(
              schema(
                  "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"https://x.example/\"}}}"),
              "odd"),
          List.of(
              schema("{\"type\":\"object\",\"properties\":{\"a\":{\"pattern\":\"(\"}}}"), "odd"),
          List.of(schema("{\"$schema\":\"https://x.example/\",\"type\":\"object\"}"), "odd"),
          List.of(
              schema("{\"type\":\"object\",\"x\":" + "[".repeat(300) + "]".repeat(300) + "}"),
              "odd"),
          List.of(schema("{\"type\":\"object\",\"enum\":[" + "1,".repeat(30_000) + "1]}"), "odd"),
          List.of(
              "{\"name\":\"odd\",\"description\":\"" + "x".repeat(60_000) + "\"," + EMPTY + "}",
              "odd"),
          List.of("{\"name\":\"good\",\"description\":\"Another.\"," + EMPTY + "}", "good"),
          List.of("{\"name\":\"mine\"," + EMPTY + "}", "mine"),
          List.of("{\"name\":\"\"," + EMPTY + "}", "(unnamed)"),
          List.of("{\"name\":\"  \"," + EMPTY + "}", "(unnamed)"),
          List.of("{" + EMPTY + "}", "(unnamed)"),
          List.of("{\"name\":{}," + EMPTY + "}", "(unnamed)"),
          List.of("{}", "(unnamed)"),
          List.of("null", "(unnamed)"),
          List.of("5", "(unnamed)"),
          List.of("\"odd\"", "(unnamed)"),
          List.of("[]", "(unnamed)"));

  private final List<Map<String, String>> told = new CopyOnWriteArrayList<>();
  private final StrangeServer server = new StrangeServer();
  private final CallingModel model = new CallingModel();

  @ParameterizedTest
  @FieldSource("READ")
  void readsAToolThatHasOneMeaning(String tool) throws Exception {
    Agent agent = agent(server.listing(tool));
    turn(agent);
    assertThat(model.offered()).containsExactly("mine", "good", "odd");
    assertThat(told).isEmpty();
  }

  @ParameterizedTest
  @FieldSource("LEFT_OUT")
  void leavesOutAToolThatCannotBeUsed(List<String> odd) throws Exception {
    Agent agent = agent(server.listing(odd.getFirst()));
    turn(agent);
    turn(agent);
    assertThat(model.offered()).containsExactly("mine", "good");
    assertThat(told).singleElement().extracting(Map::keySet).isEqualTo(Set.of(odd.getLast()));
    assertThat(told.getFirst().get(odd.getLast()))
        .startsWith("The tool '" + odd.getLast() + "' of 'crm (strange)' is omitted: ")
        .hasSizeGreaterThan(60)
        .hasSizeLessThan(600)
        .doesNotContain("\n");
  }

  @Test
  void thirtyOddToolsStandBesideAGoodOne() throws Exception {
    List<String> odd = new ArrayList<>(LEFT_OUT.stream().map(List::getFirst).toList());
    Agent agent = agent(server.listing(odd.toArray(String[]::new)));
    turn(agent);
    assertThat(model.offered()).containsExactly("mine", "good");
    assertThat(told.getLast().values()).allMatch(text -> text.contains("'crm (strange)'"));
  }

  /** Lists that are no lists, and pages that never end. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {}                                                | *crm (strange)
          {"tools":null}                                    | *crm (strange)
          {"tools":{}}                                      | *crm (strange)
          {"tools":"none"}                                  | *crm (strange)
          []                                                | *crm (strange)
          "none"                                            | *crm (strange)
          5                                                 | *crm (strange)
          {"jsonrpcError":{"code":-32603,"message":"broken"}} | *crm (strange)
          {"tools":[],"nextCursor":"again"}                 | *crm (strange)
          """)
  void aListThatIsNoneCostsNoOtherServer(String list, String key) throws Exception {
    server.lists = params -> list;
    StrangeServer other = new StrangeServer();
    Agent agent = agent(server, other);
    turn(agent);
    turn(agent);
    assertThat(model.offered()).containsExactly("mine", "good");
    assertThat(told).singleElement().extracting(Map::keySet).isEqualTo(Set.of(key));
  }

  @Test
  void aServerThatDoesNotStartCostsNoOther() throws Exception {
    server.starts =
        params -> {
          throw new IllegalStateException("nothing listens");
        };
    Agent agent = agent(server, new StrangeServer());
    turn(agent);
    assertThat(model.offered()).containsExactly("mine", "good");
    assertThat(told.getFirst().get("*crm")).contains("nothing listens");

    server.starts = new StrangeServer().starts;
    server.listing(StrangeServer.GOOD.replace("good", "late"));
    turn(agent);
    assertThat(model.offered()).contains("late");
  }

  @Test
  void aServerWithoutToolsIsNoProblem() throws Exception {
    server.starts =
        params ->
            "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"prompts\":{}},\"serverInfo\":{\"name\":\"strange\",\"version\":\"1\"}}";
    turn(agent(server));
    assertThat(model.offered()).containsExactly("mine");
    assertThat(told).isEmpty();
  }

  @Test
  void aServerThatDoesNotAnswerIsWaitedForOnce() throws Exception {
    server.lists = params -> null;
    Agent agent = agent(server, new StrangeServer());
    turn(agent);
    assertThat(model.offered()).containsExactly("mine", "good");
    assertThat(told.getFirst().get("*crm (strange)")).contains("no response within");

    // The request is still under way: a second one would wait again.
    turn(agent);
    assertThat(server.asked).containsOnlyOnce("tools/list");
    assertThat(told).hasSize(1);
  }

  @Test
  void readsAllPagesAndNoMoreThanATurnCanUse() throws Exception {
    AtomicInteger page = new AtomicInteger();
    server.lists =
        params ->
            "{\"tools\":[%s],\"nextCursor\":\"%d\"}"
                .formatted(
                    StrangeServer.GOOD.replace("good", "t" + page.get()), page.incrementAndGet());
    turn(agent(server));
    assertThat(model.offered()).hasSize(101).contains("t0", "t99");
    assertThat(told.getFirst().get("*crm (strange)")).contains("more than 100 pages");
  }

  /** Names of the next page, and the last tools of the list. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          5            | second
          "5"          | second
          ""           | good
          null         | good
          false        | good
          {"page":5}   | good
          """)
  void readsThePageThatTheServerNames(String cursor, String last) throws Exception {
    server.lists =
        params ->
            params.path("cursor").asString("").equals("5")
                ? "{\"tools\":[%s]}".formatted(StrangeServer.GOOD.replace("good", "second"))
                : "{\"tools\":[%s],\"nextCursor\":%s}".formatted(StrangeServer.GOOD, cursor);
    turn(agent(server));
    assertThat(model.offered().getLast()).isEqualTo(last);
    assertThat(told.size()).isEqualTo(cursor.startsWith("{") ? 1 : 0);
  }

  @Test
  void tellsOfToolsThatOnePageHasTooMany() throws Exception {
    server.lists =
        params ->
            IntStream.rangeClosed(0, 1_000)
                .mapToObj(n -> StrangeServer.GOOD.replace("good", "t" + n))
                .collect(Collectors.joining(",", "{\"tools\":[", "]}"));
    turn(agent(server));
    assertThat(model.offered()).hasSize(1_001).contains("t999").doesNotContain("t1000");
    assertThat(told.getFirst().get("*crm (strange)")).contains("more than 1000 tools");
  }

  @Test
  void theLastListStaysWhileANewOneCannotBeRead() throws Exception {
    SyncMcpToolCallbackProvider provider = StrangeServer.provider(server.connect("crm"));
    Agent agent = agent(List.of(provider));
    turn(agent);
    server.lists = params -> "{\"jsonrpcError\":{\"code\":1,\"message\":\"gone\"}}";
    provider.invalidateCache();
    turn(agent);
    assertThat(model.offered()).containsExactly("mine", "good");
    assertThat(told.getLast().get("*crm (strange)")).contains("gone");

    server.listing(schema("{\"type\":\"array\"}"), StrangeServer.GOOD.replace("good", "new"));
    turn(agent);
    assertThat(model.offered()).containsExactly("mine", "good", "new");
    assertThat(told.getLast()).containsOnlyKeys("odd");

    server.listing();
    provider.invalidateCache();
    turn(agent);
    assertThat(told.getLast()).isEmpty();
    assertThat(told).hasSize(3);
  }

  @Test
  void aChangeWhileListingIsListedByTheNextTurn() throws Exception {
    SyncMcpToolCallbackProvider provider = StrangeServer.provider(server.connect("crm"));
    StrangeServer.Answers first = server.lists;
    server.lists =
        params -> {
          provider.invalidateCache();
          server.listing(StrangeServer.GOOD.replace("good", "new"));
          return first.to(params);
        };
    Agent agent = agent(List.of(provider));
    turn(agent);
    assertThat(model.offered()).containsExactly("mine", "good");
    turn(agent);
    assertThat(model.offered()).containsExactly("mine", "good", "new");
    turn(agent);
    assertThat(server.asked).filteredOn("tools/list"::equals).hasSize(2);
  }

  @Test
  void anAsynchronousClientListsInTheSameWay() throws Exception {
    AsyncMcpToolCallbackProvider provider =
        AsyncMcpToolCallbackProvider.builder()
            .mcpClients(McpClient.async(server.listing(schema("{\"type\":\"array\"}"))).build())
            .toolNamePrefixGenerator(McpToolNamePrefixGenerator.noPrefix())
            .build();
    turn(agent(List.of(provider)));
    assertThat(model.offered()).containsExactly("mine", "good");
    assertThat(told.getFirst().get("odd")).contains("(strange)", "$.type");
  }

  @Test
  void theProvidersOwnCacheHoldsWhatCanBeUsed() throws Exception {
    SyncMcpToolCallbackProvider provider = StrangeServer.provider(server.connect("crm"));
    turn(agent(List.of(provider)));
    assertThat(provider.getToolCallbacks()).hasSize(1);
    assertThat(server.asked).containsOnlyOnce("tools/list");
  }

  @Test
  void aTurnThatNamesAToolFailsWithTheReason() throws Exception {
    Agent agent = agent(server.listing(schema("{\"type\":\"array\"}"))).requiring("odd");
    EventRecorder events = agent.ask("go");
    assertThat(model.prompts).isEmpty();
    assertThat(agent.errors())
        .anySatisfy(
            e ->
                assertThat(e)
                    .hasMessageContaining("'odd' of 'crm (strange)' is omitted")
                    .hasMessageContaining("$.type"));
    assertThat(events.events(TurnEvent.TURN_END)).isNotEmpty();
  }

  @Test
  void aTurnThatNamesAToolOfAServerThatIsAwayFailsWithTheReason() throws Exception {
    server.lists = params -> "{\"jsonrpcError\":{\"code\":1,\"message\":\"is being moved\"}}";
    Agent agent = agent(server).requiring("unknown");
    agent.ask("go");
    assertThat(model.prompts).isEmpty();
    assertThat(agent.errors())
        .anySatisfy(e -> assertThat(e).hasMessageContaining("is being moved"));
  }

  @Test
  void aTurnThatForcesAToolFailsWithTheReason() throws Exception {
    Agent agent =
        agent(
            List.of(
                StrangeServer.provider(
                    server.listing(schema("{\"type\":\"array\"}")).connect("crm"))),
            ToolChoice.function("odd"));
    agent.ask("go");
    assertThat(model.prompts).isEmpty();
    assertThat(agent.errors())
        .anySatisfy(e -> assertThat(e).hasMessageContaining("'odd' of 'crm (strange)' is omitted"));
  }

  /** Other providers of callbacks, which are somebody's code. */
  static final List<ToolCallbackProvider> PROVIDERS =
      List.of(
          () -> null,
          () -> new ToolCallback[] {null},
          () -> {
            throw new IllegalStateException("no network");
          },
          () -> {
            throw new StackOverflowError();
          },
          () -> {
            throw new NoClassDefFoundError("a/B");
          },
          () ->
              new ToolCallback[] {
                new ToolCallback() {
                  @Override
                  public ToolDefinition getToolDefinition() {
                    throw new IllegalStateException("no definition");
                  }

                  @Override
                  public String call(String input) {
                    return "";
                  }
                }
              });

  @ParameterizedTest
  @FieldSource("PROVIDERS")
  void aProviderThatFailsCostsNoOther(ToolCallbackProvider failing) throws Exception {
    Agent agent = agent(List.of(failing, StrangeServer.provider(server.connect("crm"))));
    turn(agent);
    turn(agent);
    assertThat(model.offered()).containsExactly("mine", "good");
    assertThat(told).singleElement().extracting(Map::size).isEqualTo(1);
  }

  private static String schema(String schema) {
    return "{\"name\":\"odd\",\"inputSchema\":" + schema + "}";
  }

  private Agent agent(StrangeServer... servers) {
    List<String> names = List.of("crm", "other");
    McpSyncClient[] clients = new McpSyncClient[servers.length];
    for (int i = 0; i < servers.length; i++) {
      clients[i] = servers[i].connect(names.get(i));
    }
    return agent(List.of(StrangeServer.provider(clients)));
  }

  private Agent agent(List<ToolCallbackProvider> providers, ToolChoice... choice) {
    LlmExecutorOptions.Builder options = LlmExecutorOptions.builder().autoAck(true);
    Arrays.stream(choice).forEach(options::toolChoice);
    return new Agent(ChatModelExecutor.builder(model).options(options.build()).build())
        .without("weather")
        .with(StrangeServer.mine())
        .offering(new ToolCache(() -> providers, told::add, Duration.ofSeconds(1)));
  }

  private void turn(Agent agent) throws Exception {
    assertThat(agent.ask("go")).hasNoErrors().dispatchEndedWith(DispatchStatus.ACK);
  }
}
