package dev.adk4j.boot.internal.properties;

import static java.util.Objects.requireNonNullElse;

import dev.adk4j.client.WhileWaiting;
import dev.adk4j.storage.CallbackKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties under {@code adk}. A name that is not listed here is rejected at startup.
 *
 * @param enabled Enables the starter. If false, it configures nothing.
 * @param agents Agents by name; each is an AgentClient bean of that name.
 */
@ConfigurationProperties(prefix = "adk", ignoreUnknownFields = false)
public record AdkProperties(
    @DefaultValue("true") boolean enabled,
    Storage storage,
    Client client,
    Map<String, AgentProperties> agents,
    @NestedConfigurationProperty TurnProperties turn,
    Dispatch dispatch,
    @NestedConfigurationProperty StreamProperties stream,
    Shutdown shutdown,
    Observations observations,
    Endpoint endpoint,
    @NestedConfigurationProperty JdbcProperties jdbc,
    Jpa jpa,
    @NestedConfigurationProperty VectorProperties vector,
    @NestedConfigurationProperty RetrievalProperties retrieval,
    ChatMemory chatMemory,
    Skills skills,
    Tools tools,
    @NestedConfigurationProperty WebProperties web,
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
  public AdkProperties {
    storage = requireNonNullElse(storage, Storage.DEFAULTS);
    client = requireNonNullElse(client, Client.DEFAULTS);
    agents = agents == null ? Map.of() : agents;
    turn = requireNonNullElse(turn, TurnProperties.DEFAULTS);
    dispatch = requireNonNullElse(dispatch, Dispatch.DEFAULTS);
    stream = requireNonNullElse(stream, StreamProperties.DEFAULTS);
    shutdown = requireNonNullElse(shutdown, Shutdown.DEFAULTS);
    observations = requireNonNullElse(observations, Observations.DEFAULTS);
    endpoint = requireNonNullElse(endpoint, Endpoint.DEFAULTS);
    jdbc = requireNonNullElse(jdbc, JdbcProperties.DEFAULTS);
    jpa = requireNonNullElse(jpa, Jpa.DEFAULTS);
    vector = requireNonNullElse(vector, VectorProperties.DEFAULTS);
    retrieval = requireNonNullElse(retrieval, RetrievalProperties.DEFAULTS);
    chatMemory = requireNonNullElse(chatMemory, ChatMemory.DEFAULTS);
    skills = requireNonNullElse(skills, Skills.DEFAULTS);
    tools = requireNonNullElse(tools, Tools.DEFAULTS);
    web = requireNonNullElse(web, WebProperties.DEFAULTS);
    limits = requireNonNullElse(limits, LimitProperties.DEFAULTS);
    gates = requireNonNullElse(gates, GateProperties.DEFAULTS);
    durable = requireNonNullElse(durable, DurableProperties.DEFAULTS);
    guards = requireNonNullElse(guards, GuardProperties.DEFAULTS);
  }

  /** Its defaults are bound when a feature needs them. */
  @Override
  public LlmProperties llm() {
    return orDefaults(llm, "adk.llm", LlmProperties.class);
  }

  /** Returns the fallback models without binding the defaults of {@code adk.llm}. */
  public List<LlmProperties.Fallback.Model> fallback() {
    return llm == null ? List.of() : llm.fallback().models();
  }

  /** Returns the prices without binding the defaults of {@code adk.llm}. */
  public Map<String, LlmProperties.Price> prices() {
    return llm == null ? Map.of() : llm.prices();
  }

  /** Returns the description of the agent; null if properties do not describe it. */
  public @Nullable String description(String agent) {
    AgentProperties known = agents.get(agent);
    return known == null ? null : known.description();
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
   * Properties under {@code adk.dispatch}.
   *
   * @param maxIterations Maximum number of iterations of a dispatch; 0 for no limit. A dispatch
   *     that needs more fails. The default stops an agent that calls tools in a loop.
   */
  public record Dispatch(@DefaultValue("20") int maxIterations) {

    static final Dispatch DEFAULTS = new Dispatch(20);

    public Dispatch {
      PropertyRules.atLeast("adk.dispatch.max-iterations", maxIterations, 0);
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
      PropertyRules.atLeast("adk.endpoint.recent-turns", recentTurns, 0);
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
      PropertyRules.positive("adk.tools.timeout", timeout);
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
      PropertyRules.atLeast("adk.chat-memory.max-messages", maxMessages, 1);
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
