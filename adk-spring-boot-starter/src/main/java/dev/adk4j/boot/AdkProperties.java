package dev.adk4j.boot;

import static java.util.Objects.requireNonNullElse;

import dev.adk4j.boot.durable.DurableProperties;
import dev.adk4j.boot.gate.GateProperties;
import dev.adk4j.boot.limit.LimitProperties;
import dev.adk4j.boot.llm.LlmProperties;
import dev.adk4j.boot.memory.settings.MemoryProperties;
import dev.adk4j.client.InputLimit;
import dev.adk4j.client.WhileWaiting;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.storage.CallbackKind;
import dev.adk4j.web.internal.openai.OpenAiOptions;
import dev.adk4j.web.stream.StreamOptions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.io.Resource;
import org.springframework.util.unit.DataSize;

/**
 * Properties under {@code adk}. A name that is not listed here is rejected at startup.
 *
 * @param enabled Enables the starter. If false, it configures nothing.
 * @param agents Agents by name; each is an AgentClient bean of that name.
 */
@ConfigurationProperties(prefix = "adk", ignoreUnknownFields = false)
public record AdkProperties(
    boolean enabled,
    Storage storage,
    Client client,
    Map<String, AgentProperties> agents,
    Turn turn,
    Dispatch dispatch,
    Stream stream,
    Shutdown shutdown,
    Observations observations,
    Endpoint endpoint,
    @NestedConfigurationProperty JdbcProperties jdbc,
    Jpa jpa,
    @NestedConfigurationProperty VectorProperties vector,
    Retrieval retrieval,
    ChatMemory chatMemory,
    Skills skills,
    Tools tools,
    Web web,
    @NestedConfigurationProperty LimitProperties limits,
    @NestedConfigurationProperty GateProperties gates,
    @NestedConfigurationProperty DurableProperties durable,
    @NestedConfigurationProperty GuardProperties guards,
    @NestedConfigurationProperty @Nullable LlmProperties llm,
    @NestedConfigurationProperty @Nullable MemoryProperties memory) {

  private static final Map<Class<?>, Object> BOUND_LATER = new ConcurrentHashMap<>();

  /**
   * Groups without any property set are null and replaced by their constant: binding the
   * annotations of all of them would take a noticeable part of the startup.
   */
  public AdkProperties(
      @DefaultValue("true") boolean enabled,
      @Nullable Storage storage,
      @Nullable Client client,
      @Nullable Map<String, AgentProperties> agents,
      @Nullable Turn turn,
      @Nullable Dispatch dispatch,
      @Nullable Stream stream,
      @Nullable Shutdown shutdown,
      @Nullable Observations observations,
      @Nullable Endpoint endpoint,
      @Nullable JdbcProperties jdbc,
      @Nullable Jpa jpa,
      @Nullable VectorProperties vector,
      @Nullable Retrieval retrieval,
      @Nullable ChatMemory chatMemory,
      @Nullable Skills skills,
      @Nullable Tools tools,
      @Nullable Web web,
      @Nullable LimitProperties limits,
      @Nullable GateProperties gates,
      @Nullable DurableProperties durable,
      @Nullable GuardProperties guards,
      @Nullable LlmProperties llm,
      @Nullable MemoryProperties memory) {
    this.enabled = enabled;
    this.storage = requireNonNullElse(storage, Storage.DEFAULTS);
    this.client = requireNonNullElse(client, Client.DEFAULTS);
    this.agents = agents == null ? Map.of() : agents;
    this.turn = requireNonNullElse(turn, Turn.DEFAULTS);
    this.dispatch = requireNonNullElse(dispatch, Dispatch.DEFAULTS);
    this.stream = requireNonNullElse(stream, Stream.DEFAULTS);
    this.shutdown = requireNonNullElse(shutdown, Shutdown.DEFAULTS);
    this.observations = requireNonNullElse(observations, Observations.DEFAULTS);
    this.endpoint = requireNonNullElse(endpoint, Endpoint.DEFAULTS);
    this.jdbc = requireNonNullElse(jdbc, JdbcProperties.DEFAULTS);
    this.jpa = requireNonNullElse(jpa, Jpa.DEFAULTS);
    this.vector = requireNonNullElse(vector, VectorProperties.DEFAULTS);
    this.retrieval = requireNonNullElse(retrieval, Retrieval.DEFAULTS);
    this.chatMemory = requireNonNullElse(chatMemory, ChatMemory.DEFAULTS);
    this.skills = requireNonNullElse(skills, Skills.DEFAULTS);
    this.tools = requireNonNullElse(tools, Tools.DEFAULTS);
    this.web = requireNonNullElse(web, Web.DEFAULTS);
    this.limits = requireNonNullElse(limits, LimitProperties.DEFAULTS);
    this.gates = requireNonNullElse(gates, GateProperties.DEFAULTS);
    this.durable = requireNonNullElse(durable, DurableProperties.DEFAULTS);
    this.guards = requireNonNullElse(guards, GuardProperties.DEFAULTS);
    this.llm = llm;
    this.memory = memory;
  }

  /** Its defaults are bound when a feature needs them. */
  @Override
  public LlmProperties llm() {
    return orDefaults(llm, "adk.llm", LlmProperties.class);
  }

  /** Leaves groups without any property set null. */
  List<LlmProperties.Fallback.Model> fallback() {
    return llm == null ? List.of() : llm.fallback().models();
  }

  /** Its defaults are bound when a feature needs them. */
  @Override
  public MemoryProperties memory() {
    return orDefaults(memory, "adk.memory", MemoryProperties.class);
  }

  /** Dozens of shared defaults, which may not be needed at startup. */
  private static <T> T orDefaults(@Nullable T bound, String name, Class<T> type) {
    return bound != null
        ? bound
        : type.cast(
            BOUND_LATER.computeIfAbsent(type, missing -> new Binder().bindOrCreate(name, type)));
  }

  /**
   * Properties under {@code adk.storage}.
   *
   * @param noop Kinds of records that are not stored. Beans of the application take precedence over
   *     this property, and this property takes precedence over the storage module.
   */
  public record Storage(@DefaultValue Set<CallbackKind> noop) {

    // in this record and in others: the values of the annotations, compared by a test
    static final Storage DEFAULTS = new Storage(Set.of());
  }

  /**
   * Properties under {@code adk.client}.
   *
   * @param systemPrompt System prompt of the turns that AgentClient starts.
   * @param standingInstructions Standing instructions of the turns that AgentClient starts, in
   *     addition to stored ones.
   * @param whileWaiting Handling of a message that is sent while a turn of its conversation waits
   *     for decisions. REFUSE returns 409 with the gates, QUEUE runs the message after that turn
   *     and holds it in memory until then, SUPERSEDE aborts that turn and its gates. The default
   *     loses nothing.
   */
  public record Client(
      @DefaultValue("") String systemPrompt,
      @DefaultValue List<String> standingInstructions,
      @DefaultValue("refuse") WhileWaiting whileWaiting) {

    static final Client DEFAULTS = new Client("", List.of(), WhileWaiting.REFUSE);
  }

  /**
   * Properties under {@code adk.turn}.
   *
   * @param acceptInput Stores the input of a turn and adds it to the messages of the turn. If
   *     false, a middleware must do so.
   * @param maxInput Maximum size of the text of a message to AgentClient or of the input of a
   *     streamed turn, in UTF-8. A larger text is rejected before the turn starts. The default is
   *     more than most models accept.
   */
  public record Turn(
      @DefaultValue Hydrate hydrate,
      @DefaultValue("true") boolean acceptInput,
      @DefaultValue("1MB") DataSize maxInput) {

    static final Turn DEFAULTS =
        new Turn(
            new Hydrate(true, 20, 20, 20, 0, 0, true, 1, false), true, DataSize.ofMegabytes(1));

    public Turn {
      PropertyRules.between(
          "adk.turn.max-input", maxInput, DataSize.ofBytes(1), DataSize.ofMegabytes(1024));
    }

    /** The limit in the form that the library's endpoints check. */
    public InputLimit inputLimit() {
      return new InputLimit((int) maxInput.toBytes());
    }
  }

  /**
   * Properties under {@code adk.web}.
   *
   * @param maxBody Maximum size of the body of a request to an HTTP endpoint of the library. A
   *     larger body is rejected with status 413 before it is read completely. The default is four
   *     times the maximum size of the value of a gate (adk.gates.max-value).
   * @param challenge Value of the WWW-Authenticate header of responses with status 401. Set it to
   *     the scheme that the application's security supports.
   * @param problemDetails Converts errors of the library that leave a controller or a filter of the
   *     application to problem details (RFC 9457) with status, code and remedy. Exception handlers
   *     of the application take precedence.
   * @param cursorSecret Secret that seals the cursors of lists, at least 32 characters. If unset,
   *     each node creates one at startup, and a cursor is valid on that node until it stops. Set
   *     the same secret on all nodes that serve the same clients.
   * @param allowAnonymous Opens the protocols' endpoints (adk.web.ai-sdk, adk.web.ag-ui) to
   *     unauthenticated callers. Off by default: an application with such an endpoint does not
   *     start without Spring Security. Anonymous callers share their conversations and cannot make
   *     decisions.
   * @param allowedOrigins Origins of web pages of other hosts that may use the endpoints, exactly
   *     as browsers send them, such as https://shop.example.com. Pages of the server itself are
   *     always allowed. Requests without an Origin header do not come from a page and are not
   *     affected.
   * @param allowedHosts Host names, without the port, that clients may use for this server in these
   *     requests. If unset, all names are allowed; with adk.web.allow-anonymous only localhost and
   *     its addresses, so that no web page can reach the server under a host name of its own.
   * @param aiSdk Endpoint for the chat of the AI SDK (useChat).
   * @param agUi Endpoint for clients of AG-UI, such as CopilotKit.
   * @param openai Endpoint for clients of OpenAI's endpoints.
   * @param a2a Endpoint for other agents, by A2A.
   * @param mcp Endpoint for hosts that speak the Model Context Protocol.
   */
  public record Web(
      @DefaultValue("1MB") DataSize maxBody,
      @DefaultValue("Bearer") String challenge,
      @DefaultValue("true") boolean problemDetails,
      @Nullable String cursorSecret,
      @DefaultValue("false") boolean allowAnonymous,
      @DefaultValue List<String> allowedOrigins,
      @DefaultValue List<String> allowedHosts,
      @DefaultValue AiSdk aiSdk,
      @DefaultValue AgUi agUi,
      @DefaultValue OpenAi openai,
      @DefaultValue A2a a2a,
      @DefaultValue Mcp mcp) {

    static final Web DEFAULTS =
        new Web(
            DataSize.ofMegabytes(1),
            "Bearer",
            true,
            null,
            false,
            List.of(),
            List.of(),
            new AiSdk(null, false),
            new AgUi(null, List.of(), List.of(), Duration.ofMinutes(10)),
            new OpenAi(null, OpenAiOptions.HEADERS, false),
            new A2a(null, null, null, null),
            new Mcp(null, null, List.of(), false));

    public Web {
      PropertyRules.between(
          "adk.web.max-body", maxBody, DataSize.ofKilobytes(1), DataSize.ofMegabytes(64));
      PropertyRules.header("adk.web.challenge", challenge);
      PropertyRules.secret("adk.web.cursor-secret", cursorSecret, 32);
    }

    /** Without the secret. */
    @Override
    public String toString() {
      return "Web[maxBody=" + maxBody + ", challenge=" + challenge + "]";
    }
  }

  /**
   * Properties under {@code adk.web.ai-sdk}.
   *
   * @param path Path of the chat endpoint for the AI SDK, such as /api/chat, the default of
   *     useChat. If unset, there is no such endpoint.
   * @param sources Sends the sources of an answer, such as the names of retrieved documents, as
   *     parts of the answer. Off by default, because document names may be confidential.
   */
  public record AiSdk(@Nullable String path, @DefaultValue("false") boolean sources) {

    public AiSdk {
      PropertyRules.path("adk.web.ai-sdk.path", path);
    }
  }

  /**
   * Properties under {@code adk.web.ag-ui}.
   *
   * @param path Path of the endpoint for AG-UI clients, such as /agui. If unset, there is no such
   *     endpoint.
   * @param state Keys of the turn's stash that form the state of the page: their values are sent to
   *     the client when a turn begins and when they change. Empty by default, because a stash may
   *     hold values that a page must not see.
   * @param clientTools Names of tools that an AG-UI client may declare and run itself. A name that
   *     ends with * is a prefix, and * alone allows all. Other tools of a client are ignored. Empty
   *     by default, because descriptions and results of such tools are untrusted text to the model.
   * @param clientToolTimeout Time that a call of such a tool waits for the client's result. After
   *     it, the model is informed that the client returned no result. Until then the conversation
   *     accepts no other message.
   */
  public record AgUi(
      @Nullable String path,
      @DefaultValue List<String> state,
      @DefaultValue List<String> clientTools,
      @DefaultValue("10m") Duration clientToolTimeout) {

    public AgUi {
      PropertyRules.path("adk.web.ag-ui.path", path);
      PropertyRules.ownStashKeys("adk.web.ag-ui.state", state);
      PropertyRules.atLeast(
          "adk.web.ag-ui.client-tool-timeout", clientToolTimeout, Duration.ofSeconds(1));
    }
  }

  /**
   * Properties under {@code adk.web.openai}.
   *
   * @param path Path of the endpoints for OpenAI clients, such as /v1; the base URL of such a
   *     client ends with it. If unset, there are no such endpoints.
   * @param conversationHeaders Headers of a chat completion that name its conversation. The first
   *     one that a request has applies; a request without any begins a conversation. The default
   *     contains the header of Open WebUI, which sends it if forwarding of user information is
   *     enabled.
   * @param thoughts Also sends the model's reasoning. Off by default, because chat completions of
   *     OpenAI have no such field and not all clients hide it.
   */
  public record OpenAi(
      @Nullable String path,
      @DefaultValue({"X-Conversation-Id", "X-OpenWebUI-Chat-Id"}) List<String> conversationHeaders,
      @DefaultValue("false") boolean thoughts) {

    public OpenAi {
      PropertyRules.path("adk.web.openai.path", path);
    }
  }

  /**
   * Properties under {@code adk.web.a2a}.
   *
   * @param path Path of the endpoints for other agents, such as /a2a; an agent's interface is below
   *     it, under the name of the agent. If unset, there are no such endpoints and no agent cards.
   * @param url Address of this server as other agents reach it, such as https://agents.example.com,
   *     for the agent cards. If unset, it is derived from the request for the card.
   * @param signingKey Location of the private key that signs the agent cards, such as
   *     file:/run/secrets/card-key.pem: unencrypted PEM of an EC key of 256 or 384 bits, an RSA key
   *     of 2048 bits or more, or an Ed25519 key. Requires url and signing-key-id. If unset, cards
   *     are not signed.
   * @param signingKeyId Identifier by which other agents find the public key of signing-key: the
   *     kid of the signatures.
   */
  public record A2a(
      @Nullable String path,
      @Nullable String url,
      @Nullable Resource signingKey,
      @Nullable String signingKeyId) {

    public A2a {
      PropertyRules.path("adk.web.a2a.path", path);
    }
  }

  /**
   * Properties under {@code adk.web.mcp}.
   *
   * @param path Path of the MCP server, such as /mcp. If unset, there is no MCP server. Requires
   *     spring-ai-starter-mcp-server-webmvc. A request waits for an approval for at most
   *     spring.ai.mcp.server.request-timeout, which defaults to 50 seconds here.
   * @param agents Names of the agents that are MCP tools. If unset, all of them; if empty, none.
   * @param tools Names of the application's tools that are MCP tools in addition to the agents; a
   *     pattern (order_*) or optional:NAME for tools that may be missing. Empty by default, because
   *     any caller of the endpoint can call them with any arguments.
   * @param documents Offers the passages of adk.retrieval.documents, or of Retriever beans, as the
   *     MCP tool search_documents and as resources. Off by default, because callers see their full
   *     text.
   */
  public record Mcp(
      @Nullable String path,
      @Nullable List<String> agents,
      @DefaultValue List<String> tools,
      @DefaultValue("false") boolean documents) {

    public Mcp {
      PropertyRules.path("adk.web.mcp.path", path);
    }
  }

  /**
   * Properties under {@code adk.turn.hydrate}.
   *
   * @param enabled Loads stored records when a turn starts. If false, every turn starts empty.
   * @param messages Maximum number of messages that a turn loads at its start, newest first; 0 for
   *     none. The default keeps prompts small.
   * @param thoughts Maximum number of thoughts that a turn loads at its start, newest first; 0 for
   *     none. The default matches the number of messages.
   * @param toolCalls Maximum number of tool calls that a turn loads at its start, newest first; 0
   *     for none. The default matches the number of messages.
   * @param memories Maximum number of memories that a turn loads at its start, newest first; 0 for
   *     none. The default is 0, because memory stores search for relevant memories.
   * @param retrievables Maximum number of retrievables that a turn loads at its start, newest
   *     first; 0 for none. The default is 0, because a turn retrieves its own.
   * @param standingInstructions Loads the stored standing instructions when a turn starts.
   * @param step Number of records by which a full limit advances. If greater than 1, a turn may
   *     load fewer records than the limit, and the conversation keeps the same beginning for
   *     several turns, so that a provider can read it from its cache. The default always loads as
   *     many records as the limit allows.
   * @param partialAnswers Also loads unfinished answers of durable turns that were stopped or
   *     failed. Off by default, because a model may mistake an unfinished answer for a complete
   *     one.
   */
  public record Hydrate(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("20") int messages,
      @DefaultValue("20") int thoughts,
      @DefaultValue("20") int toolCalls,
      @DefaultValue("0") int memories,
      @DefaultValue("0") int retrievables,
      @DefaultValue("true") boolean standingInstructions,
      @DefaultValue("1") int step,
      @DefaultValue("false") boolean partialAnswers) {

    public Hydrate {
      PropertyRules.positive("adk.turn.hydrate.step", step);
      limits(messages, thoughts, toolCalls, memories, retrievables)
          .forEach(PropertyRules::notNegative);
    }

    /** The limits by property name. */
    public Map<String, Integer> limits() {
      return limits(messages, thoughts, toolCalls, memories, retrievables);
    }

    private static Map<String, Integer> limits(
        int messages, int thoughts, int toolCalls, int memories, int retrievables) {
      Map<String, Integer> limits = new LinkedHashMap<>();
      limits.put("adk.turn.hydrate.messages", messages);
      limits.put("adk.turn.hydrate.thoughts", thoughts);
      limits.put("adk.turn.hydrate.tool-calls", toolCalls);
      limits.put("adk.turn.hydrate.memories", memories);
      limits.put("adk.turn.hydrate.retrievables", retrievables);
      return limits;
    }
  }

  /**
   * Properties under {@code adk.dispatch}.
   *
   * @param maxIterations Maximum number of iterations of a dispatch; 0 for no limit. A dispatch
   *     that needs more fails. The default stops an agent that calls tools in a loop.
   */
  public record Dispatch(@DefaultValue("20") int maxIterations) {

    static final Dispatch DEFAULTS = new Dispatch(20);

    public Dispatch {
      PropertyRules.notNegative("adk.dispatch.max-iterations", maxIterations);
    }
  }

  /**
   * Properties under {@code adk.stream}.
   *
   * @param turnBufferSize Maximum size of the events of one turn that a node buffers for clients
   *     that are slow or reconnect. The oldest events are dropped first.
   * @param bufferSize Maximum size of the events of all turns that a node buffers, at least
   *     adk.stream.turn-buffer-size. The oldest ended turns are dropped first.
   * @param retention Time that the events of an ended turn are buffered, so that a client can
   *     reconnect and read the rest.
   * @param heartbeat Longest time without an event on a connection before a comment is sent. A
   *     disconnected client is detected at the next comment. The default is below the idle timeout
   *     of common proxies.
   * @param stall Longest time that a turn waits for the first subscriber of its AgentStream if that
   *     reads too slowly. After it, the subscription ends with an error and the turn continues. A
   *     turn never waits for HTTP clients.
   * @param includeErrorMessage Sends the message of an error to clients. If false, they receive the
   *     error code and its description, because a message may reveal internals.
   */
  public record Stream(
      @DefaultValue("4MB") DataSize turnBufferSize,
      @DefaultValue("64MB") DataSize bufferSize,
      @DefaultValue("5m") Duration retention,
      @DefaultValue("15s") Duration heartbeat,
      @DefaultValue("10s") Duration stall,
      @DefaultValue("false") boolean includeErrorMessage) {

    static final Stream DEFAULTS =
        new Stream(
            DataSize.ofMegabytes(4),
            DataSize.ofMegabytes(64),
            Duration.ofMinutes(5),
            Duration.ofSeconds(15),
            Duration.ofSeconds(10),
            false);

    public Stream {
      PropertyRules.positive("adk.stream.turn-buffer-size", turnBufferSize);
      PropertyRules.atLeast(
          "adk.stream.buffer-size", bufferSize, "adk.stream.turn-buffer-size", turnBufferSize);
      PropertyRules.notNegative("adk.stream.retention", retention);
      PropertyRules.positive("adk.stream.heartbeat", heartbeat);
      PropertyRules.notNegative("adk.stream.stall", stall);
    }

    /** Returns these properties as options of the event stream. */
    public StreamOptions options() {
      return new StreamOptions(
          turnBufferSize.toBytes(),
          bufferSize.toBytes(),
          retention,
          heartbeat,
          includeErrorMessage);
    }
  }

  /**
   * Properties under {@code adk.shutdown}.
   *
   * @param timeout Maximum time for open turns to end when the application stops. After it, they
   *     are aborted. Keep it below spring.lifecycle.timeout-per-shutdown-phase.
   * @param abortTimeout Maximum time for aborted turns to end when the application stops, after
   *     adk.shutdown.timeout.
   */
  public record Shutdown(
      @DefaultValue("20s") Duration timeout, @DefaultValue("5s") Duration abortTimeout) {

    static final Shutdown DEFAULTS = new Shutdown(Duration.ofSeconds(20), Duration.ofSeconds(5));

    public Shutdown {
      PropertyRules.notNegative("adk.shutdown.timeout", timeout);
      PropertyRules.notNegative("adk.shutdown.abort-timeout", abortTimeout);
    }
  }

  /**
   * Properties under {@code adk.observations}.
   *
   * @param enabled Records metrics and spans of turns, dispatches, iterations, tools, gates and
   *     storage calls.
   * @param includeContent Adds prompts, answers and tool arguments to spans. Metrics never contain
   *     them. Off by default, because content may be personal.
   */
  public record Observations(
      @DefaultValue("true") boolean enabled, @DefaultValue("false") boolean includeContent) {

    static final Observations DEFAULTS = new Observations(true, false);
  }

  /**
   * Properties under {@code adk.endpoint}.
   *
   * @param recentTurns Number of ended turns that the adkturns actuator endpoint lists; 0 for none.
   * @param includeContent Includes the gate's payload in the adkgates actuator endpoint. Off by
   *     default, because content may be personal.
   */
  public record Endpoint(
      @DefaultValue("100") int recentTurns, @DefaultValue("false") boolean includeContent) {

    static final Endpoint DEFAULTS = new Endpoint(100, false);

    public Endpoint {
      PropertyRules.notNegative("adk.endpoint.recent-turns", recentTurns);
    }
  }

  /**
   * Properties under {@code adk.tools}.
   *
   * @param timeout Time after which a call of a tool is interrupted and the model is told so, for
   *     tools that name none themselves; other agents as tools are not bounded. If unset, none is.
   */
  public record Tools(@Nullable Duration timeout) {

    static final Tools DEFAULTS = new Tools(null);

    public Tools {
      if (timeout != null) {
        PropertyRules.positive("adk.tools.timeout", timeout);
      }
    }
  }

  /**
   * Properties under {@code adk.jpa}.
   *
   * @param entities Maps the tables of the storage to JPA entities in the application's persistence
   *     unit and provides read-only repositories for them. Set it to false if the application does
   *     not query them: Hibernate then reads eleven fewer classes at startup.
   */
  public record Jpa(@DefaultValue("true") boolean entities) {

    static final Jpa DEFAULTS = new Jpa(true);
  }

  /**
   * @param documents Markdown and text files in UTF-8 that turns are answered from: Spring resource
   *     patterns that begin with classpath: or file:. The files are trusted like the application
   *     itself. A pattern that matches no file fails the startup. If unset, no documents are read.
   * @param limit Maximum number of passages that a turn receives. The default is an amount that a
   *     model can read without losing focus on the question.
   * @param collection Collection of the vector store that holds the passages of the documents if
   *     there is an embedding model. Applications that share a database need one each.
   * @param language Language of the documents and of the folder of adk.retrieval.ingestion, such as
   *     english. Their words are then searched in addition to the vectors of an embedding model,
   *     and the two rankings are fused. With none, only vectors are searched. If unset, words are
   *     compared unchanged, in any language, if the vector store can search by words, because both
   *     together find more than either.
   * @param passageTokens Maximum number of tokens of a passage with the headings above it, at least
   *     32, in the documents and in the folder of adk.retrieval.ingestion; code blocks and tables
   *     stay whole up to three times as many. A DocumentSplitter bean takes precedence. If unset,
   *     passages of documents have about 1,200 characters, and those of the folder 300 tokens.
   * @param rewrite Part that rewrites a user's message and the conversation to a question that can
   *     be searched for: model, which calls the chat model once for each turn. A QueryRewriter bean
   *     takes precedence. If unset, the message itself is searched for.
   * @param rerank Part that reorders the passages found: diverse, which moves repetitions to the
   *     end and requires an embedding model; late-interaction, which requires a bean of the type
   *     Reranker.TokenEncoder; judge, which calls the chat model once for each question. A Reranker
   *     bean takes precedence. If unset, the order of the search is kept.
   * @param ingestion Folder that is ingested while the application runs.
   */
  public record Retrieval(
      @DefaultValue List<String> documents,
      @DefaultValue("5") int limit,
      @DefaultValue("adk_documents") String collection,
      @Nullable String language,
      @Nullable Integer passageTokens,
      @Nullable Rewrite rewrite,
      @Nullable Rerank rerank,
      @DefaultValue RerankLimits rerankLimits,
      @DefaultValue Ingestion ingestion) {

    static final Retrieval DEFAULTS =
        new Retrieval(
            List.of(),
            5,
            "adk_documents",
            null,
            null,
            null,
            null,
            RerankLimits.DEFAULTS,
            Ingestion.DEFAULTS);

    /** Part that rewrites questions. */
    public enum Rewrite {
      MODEL
    }

    /** Part that orders passages. */
    public enum Rerank {
      DIVERSE,
      LATE_INTERACTION,
      JUDGE
    }

    public Retrieval {
      PropertyRules.positive("adk.retrieval.limit", limit);
      PropertyRules.identifier("adk.retrieval.collection", collection, 63);
      if (passageTokens != null) {
        PropertyRules.between(
            "adk.retrieval.passage-tokens", passageTokens, 32, Integer.MAX_VALUE / 3);
      }
    }
  }

  /**
   * Properties under {@code adk.retrieval.rerank-limits}. They also apply to a Reranker bean.
   *
   * @param candidates Maximum number of passages that a reranker receives, at least 2. With more
   *     candidates than the default, the first ones rarely change.
   * @param time Time limit of a reranker. After it, the order of the search is used. The default is
   *     a delay that users hardly notice.
   * @param tokens Maximum number of tokens in the question and the passages that a reranker
   *     receives; later passages keep their place. The default fits into the window of small
   *     models.
   */
  public record RerankLimits(
      @DefaultValue("30") int candidates,
      @DefaultValue("2s") Duration time,
      @DefaultValue("16000") int tokens) {

    static final RerankLimits DEFAULTS = new RerankLimits(30, Duration.ofSeconds(2), 16_000);

    public RerankLimits {
      PropertyRules.between(
          "adk.retrieval.rerank-limits.candidates", candidates, 2, Integer.MAX_VALUE);
      PropertyRules.positive("adk.retrieval.rerank-limits.time", time);
      PropertyRules.positive("adk.retrieval.rerank-limits.tokens", tokens);
    }
  }

  /**
   * Properties under {@code adk.retrieval.ingestion}.
   *
   * @param folder Folder of Markdown and text files in UTF-8 that is ingested into a collection of
   *     the vector store: a path of the file system. If unset, the application's own Ingestion
   *     beans run, if there are any.
   * @param collection Collection that holds the passages of the folder. Do not ingest anything else
   *     into it for the same owner.
   * @param trustTier Trust in the files of the folder. The default is the tier of uploads; set
   *     first-party only for files that you vouch for.
   * @param tenant Tenant that the passages of the folder belong to. If unset, they are shared by
   *     all tenants.
   * @param subject Person of the tenant that the passages belong to. If unset, they are shared by
   *     the whole tenant.
   * @param every Interval from the end of a run to the next one. The first run begins when the
   *     application starts. If unset, there is no schedule.
   * @param endpoint Adds the actuator endpoint adkingestion, which shows the last run and can start
   *     one.
   */
  public record Ingestion(
      @Nullable String folder,
      @DefaultValue("adk_ingested") String collection,
      @DefaultValue("third-party-private") TrustTier trustTier,
      @Nullable String tenant,
      @Nullable String subject,
      @Nullable Duration every,
      @DefaultValue("false") boolean endpoint) {

    static final Ingestion DEFAULTS =
        new Ingestion(null, "adk_ingested", TrustTier.THIRD_PARTY_PRIVATE, null, null, null, false);

    public Ingestion {
      PropertyRules.identifier("adk.retrieval.ingestion.collection", collection, 63);
      if (every != null) {
        PropertyRules.positive("adk.retrieval.ingestion.every", every);
      }
      PropertyRules.within(
          "adk.retrieval.ingestion.subject", subject, "adk.retrieval.ingestion.tenant", tenant);
    }
  }

  /**
   * Properties under {@code adk.chat-memory}: chat memory of Spring AI over the storage.
   *
   * @param enabled Provides a ChatMemoryRepository and a ChatMemory for Spring AI's advisors if the
   *     application and Spring AI provide none.
   * @param maxMessages Maximum number of messages that ChatMemory returns for a prompt. Older
   *     messages stay in the history. The default is that of Spring AI.
   */
  public record ChatMemory(
      @DefaultValue("true") boolean enabled, @DefaultValue("20") int maxMessages) {

    static final ChatMemory DEFAULTS = new ChatMemory(true, 20);

    public ChatMemory {
      PropertyRules.positive("adk.chat-memory.max-messages", maxMessages);
    }
  }

  /**
   * Properties under {@code adk.skills}.
   *
   * @param locations Folders of skills that agents may read: file system paths, or class path
   *     locations that begin with classpath:. Each folder in them is one skill and contains a
   *     SKILL.md. They are read at startup, which fails if one is invalid. If unset, there are no
   *     skills.
   */
  public record Skills(@DefaultValue List<String> locations) {

    static final Skills DEFAULTS = new Skills(List.of());
  }
}
