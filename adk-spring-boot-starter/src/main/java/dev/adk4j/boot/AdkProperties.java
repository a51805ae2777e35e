package dev.adk4j.boot;

import static java.util.Objects.requireNonNullElse;

import dev.adk4j.boot.gate.GateProperties;
import dev.adk4j.boot.limit.LimitProperties;
import dev.adk4j.boot.llm.LlmProperties;
import dev.adk4j.boot.memory.settings.MemoryProperties;
import dev.adk4j.client.InputLimit;
import dev.adk4j.storage.CallbackKind;
import dev.adk4j.vector.DistanceMetric;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/**
 * Everything under {@code adk}. A name that is not listed here is refused at startup.
 *
 * @param enabled Whether the starter configures anything at all.
 */
@ConfigurationProperties(prefix = "adk", ignoreUnknownFields = false)
public record AdkProperties(
    boolean enabled,
    Storage storage,
    Client client,
    Turn turn,
    Dispatch dispatch,
    Stream stream,
    Shutdown shutdown,
    Observations observations,
    Endpoint endpoint,
    Jdbc jdbc,
    Jpa jpa,
    Vector vector,
    Web web,
    @NestedConfigurationProperty LimitProperties limits,
    @NestedConfigurationProperty GateProperties gates,
    @NestedConfigurationProperty @Nullable LlmProperties llm,
    @NestedConfigurationProperty @Nullable MemoryProperties memory) {

  private static final Map<Class<?>, Object> BOUND_LATER = new ConcurrentHashMap<>();

  /**
   * Groups that nothing is set in are null and get their constant: to have the binder read the
   * annotations of all of them takes a noticeable part of a start.
   */
  public AdkProperties(
      @DefaultValue("true") boolean enabled,
      @Nullable Storage storage,
      @Nullable Client client,
      @Nullable Turn turn,
      @Nullable Dispatch dispatch,
      @Nullable Stream stream,
      @Nullable Shutdown shutdown,
      @Nullable Observations observations,
      @Nullable Endpoint endpoint,
      @Nullable Jdbc jdbc,
      @Nullable Jpa jpa,
      @Nullable Vector vector,
      @Nullable Web web,
      @Nullable LimitProperties limits,
      @Nullable GateProperties gates,
      @Nullable LlmProperties llm,
      @Nullable MemoryProperties memory) {
    this.enabled = enabled;
    this.storage = requireNonNullElse(storage, Storage.DEFAULTS);
    this.client = requireNonNullElse(client, Client.DEFAULTS);
    this.turn = requireNonNullElse(turn, Turn.DEFAULTS);
    this.dispatch = requireNonNullElse(dispatch, Dispatch.DEFAULTS);
    this.stream = requireNonNullElse(stream, Stream.DEFAULTS);
    this.shutdown = requireNonNullElse(shutdown, Shutdown.DEFAULTS);
    this.observations = requireNonNullElse(observations, Observations.DEFAULTS);
    this.endpoint = requireNonNullElse(endpoint, Endpoint.DEFAULTS);
    this.jdbc = requireNonNullElse(jdbc, Jdbc.DEFAULTS);
    this.jpa = requireNonNullElse(jpa, Jpa.DEFAULTS);
    this.vector = requireNonNullElse(vector, Vector.DEFAULTS);
    this.web = requireNonNullElse(web, Web.DEFAULTS);
    this.limits = requireNonNullElse(limits, LimitProperties.DEFAULTS);
    this.gates = requireNonNullElse(gates, GateProperties.DEFAULTS);
    this.llm = llm;
    this.memory = memory;
  }

  /** Its defaults, where nothing is set, are bound when a feature asks for them. */
  @Override
  public LlmProperties llm() {
    return orDefaults(llm, "adk.llm", LlmProperties.class);
  }

  /** Its defaults, where nothing is set, are bound when a feature asks for them. */
  @Override
  public MemoryProperties memory() {
    return orDefaults(memory, "adk.memory", MemoryProperties.class);
  }

  /** Dozens of defaults, which a start may not need; they are the same for everybody. */
  private static <T> T orDefaults(@Nullable T bound, String name, Class<T> type) {
    return bound != null
        ? bound
        : type.cast(
            BOUND_LATER.computeIfAbsent(type, missing -> new Binder().bindOrCreate(name, type)));
  }

  /**
   * @param noop What is not stored, on purpose. Gives way to beans of the application, and wins
   *     over the storage module.
   */
  public record Storage(@DefaultValue Set<CallbackKind> noop) {

    // in this record and in others: what the annotations say, compared by a test
    static final Storage DEFAULTS = new Storage(Set.of());
  }

  /**
   * @param systemPrompt What the agent client's turns start with.
   * @param standingInstructions What the agent client's turns are told beside it.
   */
  public record Client(
      @DefaultValue("") String systemPrompt, @DefaultValue List<String> standingInstructions) {

    static final Client DEFAULTS = new Client("", List.of());
  }

  /**
   * @param acceptInput Whether the input of a turn is stored and added to its messages.
   * @param maxInput How much text a message to the agent client, or the input of a streamed turn,
   *     may have, counted in UTF-8; a larger one is refused before a turn starts. The default is
   *     more than most models read.
   */
  public record Turn(
      @DefaultValue Hydrate hydrate,
      @DefaultValue("true") boolean acceptInput,
      @DefaultValue("1MB") DataSize maxInput) {

    static final Turn DEFAULTS =
        new Turn(new Hydrate(true, 20, 20, 20, 0, 0, true), true, DataSize.ofMegabytes(1));

    public Turn {
      PropertyRules.between(
          "adk.turn.max-input", maxInput, DataSize.ofBytes(1), DataSize.ofMegabytes(1024));
    }

    /** The limit as the library's doors check it. */
    public InputLimit inputLimit() {
      return new InputLimit((int) maxInput.toBytes());
    }
  }

  /**
   * @param maxBody How large the body of a request to an endpoint of the library may be. A larger
   *     one is refused with 413 before it is read whole. The default is four times what a decision
   *     may hold.
   * @param challenge What an answer 401 of the library names in WWW-Authenticate. Set it to what
   *     the application's security understands.
   * @param cursorSecret What cursors of lists are sealed with, 32 characters or more. Unset, each
   *     node makes its own at start, and a cursor is good on that node until it stops. Set the same
   *     on all nodes that answer the same clients.
   */
  public record Web(
      @DefaultValue("1MB") DataSize maxBody,
      @DefaultValue("Bearer") String challenge,
      @Nullable String cursorSecret) {

    static final Web DEFAULTS = new Web(DataSize.ofMegabytes(1), "Bearer", null);

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
   * @param enabled Whether a turn starts with what was stored before.
   * @param messages How many of the newest messages to load; 0 for none.
   * @param thoughts How many of the newest thoughts to load; 0 for none.
   * @param toolCalls How many of the newest tool calls to load; 0 for none.
   * @param memories How many of the newest memories to load; 0 for none.
   * @param retrievables How many of the newest retrievables to load; 0 for none.
   * @param standingInstructions Whether to load the standing instructions.
   */
  public record Hydrate(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("20") int messages,
      @DefaultValue("20") int thoughts,
      @DefaultValue("20") int toolCalls,
      @DefaultValue("0") int memories,
      @DefaultValue("0") int retrievables,
      @DefaultValue("true") boolean standingInstructions) {

    public Hydrate {
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
   * @param maxIterations How many iterations a dispatch may take before it is refused; 0 for no
   *     limit.
   */
  public record Dispatch(@DefaultValue("20") int maxIterations) {

    static final Dispatch DEFAULTS = new Dispatch(20);

    public Dispatch {
      PropertyRules.notNegative("adk.dispatch.max-iterations", maxIterations);
    }
  }

  /**
   * @param turnBufferSize How much of one turn's events is held for clients that lag or come back.
   * @param bufferSize How much of all turns' events this node holds; the oldest ended turns are
   *     dropped first.
   * @param retention How long the events of an ended turn are held.
   * @param heartbeat How long a connection may be silent before a comment is sent; also how soon a
   *     client that left is noticed.
   * @param includeErrorMessage Whether clients see the message of an error, which may name
   *     internals, or only its code and what the code means.
   */
  public record Stream(
      @DefaultValue("4MB") DataSize turnBufferSize,
      @DefaultValue("64MB") DataSize bufferSize,
      @DefaultValue("5m") Duration retention,
      @DefaultValue("15s") Duration heartbeat,
      @DefaultValue("false") boolean includeErrorMessage) {

    static final Stream DEFAULTS =
        new Stream(
            DataSize.ofMegabytes(4),
            DataSize.ofMegabytes(64),
            Duration.ofMinutes(5),
            Duration.ofSeconds(15),
            false);

    public Stream {
      PropertyRules.positive("adk.stream.turn-buffer-size", turnBufferSize);
      PropertyRules.atLeast(
          "adk.stream.buffer-size", bufferSize, "adk.stream.turn-buffer-size", turnBufferSize);
      PropertyRules.notNegative("adk.stream.retention", retention);
      PropertyRules.positive("adk.stream.heartbeat", heartbeat);
    }
  }

  /**
   * @param timeout How long open turns may take to end when the application stops; then they are
   *     aborted. Keep it below spring.lifecycle.timeout-per-shutdown-phase.
   * @param abortTimeout How long aborted turns may take to end.
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
   * @param enabled Whether turns, dispatches, iterations, tools, gates and storage calls are
   *     observed.
   * @param includeContent Whether spans carry prompts, answers and tool arguments. Metrics never
   *     do.
   */
  public record Observations(
      @DefaultValue("true") boolean enabled, @DefaultValue("false") boolean includeContent) {

    static final Observations DEFAULTS = new Observations(true, false);
  }

  /**
   * @param recentTurns How many ended turns the adkturns endpoint remembers.
   * @param includeContent Whether the adkgates endpoint shows what a gate asks to decide on.
   */
  public record Endpoint(
      @DefaultValue("100") int recentTurns, @DefaultValue("false") boolean includeContent) {

    static final Endpoint DEFAULTS = new Endpoint(100, false);

    public Endpoint {
      PropertyRules.notNegative("adk.endpoint.recent-turns", recentTurns);
    }
  }

  /**
   * @param enabled Lets the storage over the DataSource answer callbacks.
   * @param allowOpenTransactions Whether a turn may be started by a thread that holds one of the
   *     storage's connections in a transaction of its own. It holds that connection until the model
   *     has answered, while the turn needs others: allow it only with a pool larger than the number
   *     of such callers.
   * @param schema What happens to the tables. Unset, Flyway or Liquibase migrates them where one of
   *     them is on the class path; without either, embedded databases get create-if-missing and
   *     others validate.
   * @param fetchLimit How many records of each kind a fetch returns at most: the newest ones.
   *     Standing instructions have no limit.
   * @param messages What is special about messages.
   * @param thoughts What is special about thoughts.
   * @param toolCalls What is special about tool calls.
   * @param memories What is special about memories.
   * @param retrievables What is special about retrievables.
   * @param databaseSchema The database schema of the tables, which has to exist; unset, the
   *     connection's own. Put it in double quotes where its name needs them.
   * @param tablePrefix What the names of the tables and their indexes start with.
   * @param chunkSize How many bytes one row of stored bytes holds.
   * @param rowLevelSecurity Whether each transaction tells PostgreSQL its tenant, for row-level
   *     security policies.
   * @param cleanUp When bytes that nobody finds any more are removed.
   * @param maintenance Who does what goes across tenants, where row-level security shows the
   *     application one tenant at a time.
   */
  public record Jdbc(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("false") boolean allowOpenTransactions,
      @Nullable SchemaMode schema,
      @DefaultValue("200") int fetchLimit,
      @DefaultValue Kind messages,
      @DefaultValue Kind thoughts,
      @DefaultValue Kind toolCalls,
      @DefaultValue Kind memories,
      @DefaultValue Kind retrievables,
      @Nullable String databaseSchema,
      @DefaultValue("adk_") String tablePrefix,
      @DefaultValue("256KB") DataSize chunkSize,
      @DefaultValue("false") boolean rowLevelSecurity,
      @DefaultValue CleanUp cleanUp,
      @DefaultValue Maintenance maintenance) {

    static final Jdbc DEFAULTS = defaults();

    public Jdbc {
      PropertyRules.positive("adk.jdbc.fetch-limit", fetchLimit);
      kinds(messages, thoughts, toolCalls, memories, retrievables).forEach(Jdbc::check);
      PropertyRules.schema("adk.jdbc.database-schema", databaseSchema);
      PropertyRules.identifier("adk.jdbc.table-prefix", tablePrefix, 30);
      PropertyRules.between(
          "adk.jdbc.chunk-size", chunkSize, DataSize.ofKilobytes(1), DataSize.ofMegabytes(1));
    }

    private static Jdbc defaults() {
      Kind kind = new Kind(null);
      return new Jdbc(
          true,
          false,
          null,
          200,
          kind,
          kind,
          kind,
          kind,
          kind,
          null,
          "adk_",
          DataSize.ofKilobytes(256),
          false,
          new CleanUp(true, Duration.ofHours(1), Duration.ofHours(24)),
          new Maintenance(null, null, null));
    }

    /** The limit of each kind by the name of the property that sets it. */
    public Map<String, Integer> fetchLimits() {
      Map<String, Integer> limits = new LinkedHashMap<>();
      kinds(messages, thoughts, toolCalls, memories, retrievables)
          .forEach(
              (property, kind) ->
                  limits.put(property, requireNonNullElse(kind.fetchLimit(), fetchLimit)));
      return limits;
    }

    private static Map<String, Kind> kinds(
        Kind messages, Kind thoughts, Kind toolCalls, Kind memories, Kind retrievables) {
      Map<String, Kind> kinds = new LinkedHashMap<>();
      kinds.put("adk.jdbc.messages.fetch-limit", messages);
      kinds.put("adk.jdbc.thoughts.fetch-limit", thoughts);
      kinds.put("adk.jdbc.tool-calls.fetch-limit", toolCalls);
      kinds.put("adk.jdbc.memories.fetch-limit", memories);
      kinds.put("adk.jdbc.retrievables.fetch-limit", retrievables);
      return kinds;
    }

    private static void check(String property, Kind kind) {
      if (kind.fetchLimit() != null) {
        PropertyRules.positive(property, kind.fetchLimit());
      }
    }
  }

  /**
   * @param entities Maps the storage's tables to JPA entities of the application's persistence unit
   *     and offers their repositories, for queries. Nothing is written through them. Hibernate
   *     reads eleven more classes at each start: switch it off where nobody queries.
   */
  public record Jpa(@DefaultValue("true") boolean entities) {

    static final Jpa DEFAULTS = new Jpa(true);
  }

  /**
   * @param url JDBC URL of the storage's database for what goes across tenants: clean-up, overdue
   *     gates and turns, recovery of memory extraction, retention of all tenants. Unset, the URL of
   *     the application's data source.
   * @param username Database role for what goes across tenants, one to which the policies of
   *     row-level security show every row. Unset, that work is done on the application's data
   *     source, which with row-level security sees nothing of it.
   * @param password Password of that role.
   */
  public record Maintenance(
      @Nullable String url, @Nullable String username, @Nullable String password) {

    public Maintenance {
      if (username == null && (url != null || password != null)) {
        throw new InvalidConfigurationPropertyValueException(
            "adk.jdbc.maintenance.username", null, "is needed with the other two");
      }
    }
  }

  /**
   * @param fetchLimit How many of the newest records of this kind a fetch returns at most; unset,
   *     adk.jdbc.fetch-limit says.
   */
  public record Kind(@Nullable Integer fetchLimit) {}

  /**
   * @param enabled Whether this node removes bytes that nobody finds any more: those that no stored
   *     record has named since they were written, and contents that were replaced or deleted.
   * @param interval How long to wait between two looks.
   * @param age How old such bytes have to be, longer than any upload, download or turn takes.
   */
  public record CleanUp(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("1h") Duration interval,
      @DefaultValue("24h") Duration age) {

    public CleanUp {
      PropertyRules.atLeast("adk.jdbc.clean-up.interval", interval, Duration.ofSeconds(1));
      PropertyRules.atLeast("adk.jdbc.clean-up.age", age, Duration.ofMinutes(1));
    }
  }

  /**
   * @param backend Which vector store VectorDb uses. Unset, the application's VectorBackend bean or
   *     else Spring AI's VectorStore beans; with neither there is none.
   * @param metric What nearness means in collections that do not say themselves.
   * @param encodeChunk How many texts the encoder gets at a time.
   * @param pgvector What is special about PostgreSQL with pgvector.
   */
  public record Vector(
      @Nullable VectorBackendKind backend,
      @DefaultValue("cosine") DistanceMetric metric,
      @DefaultValue("64") int encodeChunk,
      @DefaultValue PgVector pgvector) {

    static final Vector DEFAULTS =
        new Vector(
            null,
            DistanceMetric.COSINE,
            64,
            new PgVector(null, VectorIndex.HNSW, new Hnsw(16, 64, 40), false, false));

    public Vector {
      PropertyRules.positive("adk.vector.encode-chunk", encodeChunk);
    }
  }

  /** Where vectors are kept. */
  public enum VectorBackendKind {
    IN_MEMORY,
    PGVECTOR,
    SPRING_AI;

    /** The name as it is written in a property. */
    public String propertyValue() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * @param databaseSchema The database schema of the collections' tables; unset, the connection's
   *     own.
   * @param index The index of collections created from now on.
   * @param hnsw How thorough an HNSW index is built and searched.
   * @param halfPrecision Whether the index of collections created from now on holds numbers of 16
   *     bits, which halves its size and allows 4,000 instead of 2,000 dimensions. Off, because no
   *     number may then be greater than 65,504. Vectors and scores keep their 32 bits.
   * @param exactSearch Whether to compare with every record that passes the filter instead of using
   *     the index. Off, because that takes time in proportion to the collection.
   */
  public record PgVector(
      @Nullable String databaseSchema,
      @DefaultValue("hnsw") VectorIndex index,
      @DefaultValue Hnsw hnsw,
      @DefaultValue("false") boolean halfPrecision,
      @DefaultValue("false") boolean exactSearch) {

    public PgVector {
      PropertyRules.identifier("adk.vector.pgvector.database-schema", databaseSchema, 63);
    }
  }

  /**
   * @param m How many links each vector has in the index of collections created from now on, from 2
   *     to 100. The default is pgvector's own; more find better and cost memory and time of
   *     writing.
   * @param efConstruction How many candidates are looked at for each vector that is written to such
   *     an index, from twice m to 1000. The default is pgvector's own; more find better and make
   *     writing slower.
   * @param efSearch How many candidates a search looks at, at least, from 1 to 1000. The default is
   *     pgvector's own; more find better and make searching slower.
   */
  public record Hnsw(
      @DefaultValue("16") int m,
      @DefaultValue("64") int efConstruction,
      @DefaultValue("40") int efSearch) {

    public Hnsw {
      PropertyRules.between("adk.vector.pgvector.hnsw.m", m, 2, 100);
      PropertyRules.between(
          "adk.vector.pgvector.hnsw.ef-construction", efConstruction, Math.max(4, 2 * m), 1000);
      PropertyRules.between("adk.vector.pgvector.hnsw.ef-search", efSearch, 1, 1000);
    }
  }

  /** An index over vectors. */
  public enum VectorIndex {
    HNSW,
    IVFFLAT,
    NONE
  }

  /** What happens to the tables without a migration tool. */
  public enum SchemaMode {
    CREATE_IF_MISSING,
    VALIDATE,
    NONE
  }
}
