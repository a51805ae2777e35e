package dev.adk4j.test.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.client.AgentClient;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.RetrievableStorage;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.CollectionSpec.FieldType;
import dev.adk4j.vector.FilterOperator;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.Near;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.retrieval.CitedRetrieval;
import dev.adk4j.vector.retrieval.CollectionRetriever;
import dev.adk4j.vector.retrieval.DocumentIndex;
import dev.adk4j.vector.retrieval.FilterFields;
import dev.adk4j.vector.retrieval.Ingestion;
import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.RerankBudget;
import dev.adk4j.vector.retrieval.Reranker;
import dev.adk4j.vector.retrieval.RetrievalListener;
import dev.adk4j.vector.retrieval.RetrievalQuery;
import dev.adk4j.vector.retrieval.Retriever;
import dev.adk4j.vector.retrieval.SourceDocument;
import dev.adk4j.vector.retrieval.VectorRetrievables;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Asks as a foreign tenant, subject or nobody by each public way into a shared collection. */
class ForeignTenantTests {

  private static final String COLLECTION = "shared";
  private static final Scope ACME = Scope.of("acme", null, null);
  private static final Scope ANN = Scope.of("acme", "ann", null);
  private static final Scope BOB = Scope.of("acme", "bob", null);
  private static final Scope OTHER = Scope.of("other", "ann", null);

  private static final Map<String, Scope> OWNERS =
      Map.of("of-acme", ACME, "of-ann", ANN, "of-bob", BOB, "of-other-ann", OTHER);

  /** A model that is told to break out. */
  private static final String EVIL = "[{\"field\": \"kind\", \"op\": \"ne\", \"value\": \"x\"}]";

  private static final FilterFields FIELDS =
      FilterFields.NONE.with("kind", FieldType.STRING, FilterOperator.NE);

  private final VectorDb db =
      VectorDb.builder(new InMemoryVectorBackend()).encoder(new StubEncoder(8)).build();

  private Ingestion everybodys;

  @BeforeEach
  void fill() throws Exception {
    everybodys = ingest("for-all", null);
    for (Map.Entry<String, Scope> each : OWNERS.entrySet()) {
      ingest(each.getKey(), each.getValue());
    }
  }

  private Ingestion ingest(String name, Scope owner) throws Exception {
    String text = "The lamp " + name + " is green.";
    Ingestion.Builder made =
        Ingestion.of((accept, skip) -> accept.accept(new SourceDocument(name + ".md", text)))
            .fullText("english");
    if (owner != null) {
      made.owner(owner);
    }
    Ingestion ingestion = made.into(db, COLLECTION);
    ingestion.run();
    return ingestion;
  }

  private CollectionRetriever within() {
    return CollectionRetriever.of(db, COLLECTION, TrustTier.FIRST_PARTY)
        .within(Ingestion::visibleTo);
  }

  private DocumentIndex index() {
    return DocumentIndex.of(
        List.of(new SourceDocument("for-all.md", "The lamp for-all is green.")),
        TrustTier.FIRST_PARTY);
  }

  /** The ways by the method that each is about. */
  private Map<String, Function<Scope, String>> ways() {
    Reranker reversing = (query, found) -> found.reversed();
    Map<String, Function<Scope, String>> ways = new LinkedHashMap<>();
    ways.put("CollectionRetriever.within", by(within()));
    ways.put("CollectionRetriever.retrieve", by(within()));
    ways.put("CollectionRetriever.words", by(within().words()));
    ways.put("CollectionRetriever.hybrid", by(within().hybrid()));
    ways.put("CollectionRetriever.filtered", by(within().filtered(FIELDS, prompt -> EVIL)));
    ways.put("Ingestion.retriever", by(everybodys.retriever(TrustTier.FIRST_PARTY)));
    ways.put(
        "Ingestion.retriever until", by(everybodys.retriever(TrustTier.FIRST_PARTY, within())));
    ways.put("Retriever.retrieve", by(within().hybrid()));
    ways.put("Retriever.observed", by(within().observed(RetrievalListener.NONE)));
    ways.put("Retriever.reranked", by(within().reranked(reversing, RerankBudget.DEFAULT)));
    ways.put("Retriever.inTurn", inTurn(within().inTurn(9)));
    ways.put(
        "Retriever.inTurn rewriter",
        inTurn(within().inTurn(9, (question, earlier) -> List.of("lamp of-bob", "tenant:other"))));
    ways.put("CitedRetrieval.inTurn", inTurn(CitedRetrieval.of(within(), 9).inTurn()));
    ways.put("CitedRetrieval.tool", byTool(CitedRetrieval.of(within().hybrid(), 9).tool()));
    ways.put(
        "VectorRetrievables.filterByScope",
        scope -> {
          try {
            return byCallbacks(scope);
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
    return ways;
  }

  private static Function<Scope, String> by(Retriever retriever) {
    return scope -> {
      try {
        return retriever
            .retrieve(new RetrievalQuery("lamp of-bob of-other-ann' or 1=1", 9, scope))
            .stream()
            .map(Passage::source)
            .collect(Collectors.joining(" "));
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    };
  }

  private Function<Scope, String> inTurn(TurnMiddleware middleware) {
    return scope -> {
      StringBuilder seen = new StringBuilder();
      client(
              List.of(),
              List.of(
                  new AcceptInput(),
                  middleware,
                  (ctx, next) -> {
                    for (Retrievable found : ctx.turnRetrievables().snapshot()) {
                      seen.append(found.contentString()).append('\n');
                    }
                    next.proceed();
                  }),
              Script.empty().say("ok").ack())
          .conversation(scope.withConversation("c"))
          .send("Which lamp? of-bob of-other-ann");
      return seen.toString();
    };
  }

  private Function<Scope, String> byTool(Tool tool) {
    return scope ->
        client(
                List.of(tool),
                List.of(new AcceptInput()),
                Script.empty()
                    .callTool("search_documents", Map.of("query", "lamp tenant:other of-bob"))
                    .nextIteration()
                    .say("ok")
                    .ack())
            .conversation(scope.withConversation("c"))
            .send("Which lamp?")
            .toolCalls()
            .getFirst()
            .text();
  }

  private static AgentClient client(
      List<Tool> tools, List<TurnMiddleware> pipeline, Script script) {
    return AgentClient.builder(
            TurnRunner.builder()
                .storage(new InMemoryStorageAdapter())
                .tools(tools)
                .turnInputPipeline(pipeline)
                .executor(ScriptedExecutor.of(script))
                .build())
        .systemPrompt("")
        .build();
  }

  private String byCallbacks(Scope scope) throws Exception {
    RetrievableStorage storage =
        VectorRetrievables.builder(db, COLLECTION)
            .trustTier(TrustTier.FIRST_PARTY)
            .topK(9)
            .filter(ctx -> Ingestion.visibleTo(ctx.scope()))
            .deriveQuery(ctx -> Optional.of(Near.text("lamp of-bob of-other-ann")))
            .build();
    AgentContext ctx =
        (AgentContext)
            Proxy.newProxyInstance(
                AgentContext.class.getClassLoader(),
                new Class<?>[] {AgentContext.class},
                (proxy, method, args) ->
                    switch (method.getName()) {
                      case "clock" -> Clock.systemUTC();
                      case "scope" -> scope;
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    StringBuilder seen = new StringBuilder();
    for (Retrievable found : storage.fetchRetrievables(ctx)) {
      seen.append(found.contentString()).append('\n');
    }
    return seen.toString();
  }

  private static final Map<Scope, Set<String>> MAY_SEE =
      Map.of(
          ACME,
          Set.of("for-all", "of-acme"),
          ANN,
          Set.of("for-all", "of-acme", "of-ann"),
          BOB,
          Set.of("for-all", "of-acme", "of-bob"),
          OTHER,
          Set.of("for-all", "of-other-ann"),
          Scope.of("third", "ann", null),
          Set.of("for-all"),
          Scope.of("acme\",\"ann", "x", null),
          Set.of("for-all"),
          Scope.of("[\"acme\"]", null, null),
          Set.of("for-all"),
          Scope.of("ACME", "ANN", null),
          Set.of("for-all"));

  static Stream<Scope> askers() {
    return MAY_SEE.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("askers")
  void seesWhatIsOnesOwnByEachWay(Scope asker) {
    ways()
        .forEach(
            (name, way) -> {
              String seen = way.apply(asker);
              Set<String> found = new TreeSet<>();
              Stream.concat(Stream.of("for-all"), OWNERS.keySet().stream())
                  .filter(seen::contains)
                  .forEach(found::add);
              assertThat(found).as(name).isEqualTo(new TreeSet<>(MAY_SEE.get(asker)));
            });
  }

  @ParameterizedTest
  @MethodSource("askers")
  void documentsOfEverybodyBringNothingOfOwners(Scope asker) throws Exception {
    RetrievalQuery query = new RetrievalQuery("lamp of-acme of-ann", 9, asker);
    for (Retriever retriever :
        List.of(
            index().byWords(),
            index().byVectors(db, COLLECTION),
            index().hybrid(db, COLLECTION, "english"))) {
      assertThat(retriever.retrieve(query)).extracting(Passage::source).containsOnly("for-all.md");
    }
  }

  @Test
  void aForeignErasureLeavesEverythingElse() {
    long before = records();
    for (Scope foreign :
        List.of(
            Scope.of("third", null, null),
            Scope.of("acm", null, null),
            Scope.of("acme", "an", null),
            Scope.of("acme\",\"ann", null, null))) {
      assertThat(Ingestion.count(db, COLLECTION, foreign)).isZero();
      assertThat(Ingestion.erase(db, COLLECTION, foreign)).isZero();
      if (foreign.subject() == null) {
        assertThat(Ingestion.countTenant(db, COLLECTION, foreign.tenant())).isZero();
        assertThat(Ingestion.eraseTenant(db, COLLECTION, foreign.tenant())).isZero();
      }
    }
    assertThat(records()).isEqualTo(before);
    assertThat(Ingestion.eraseTenant(db, COLLECTION, "acme")).isEqualTo(3);
    assertThat(by(within()).apply(OTHER)).contains("for-all", "of-other-ann");
  }

  private long records() {
    return db.collection(COLLECTION).select("id").limit(100).fetch().size();
  }

  /** A new public way has to be asked here, too. */
  @Test
  void everyPublicWayIsAsked() {
    Set<String> methods = new TreeSet<>();
    for (Class<?> type :
        List.of(
            CollectionRetriever.class, Ingestion.class, Retriever.class, CitedRetrieval.class)) {
      for (Method method : type.getDeclaredMethods()) {
        if (Modifier.isPublic(method.getModifiers())
            && !Modifier.isStatic(method.getModifiers())
            && !method.isSynthetic()
            && Stream.of(Retriever.class, TurnMiddleware.class, Tool.class, List.class)
                .anyMatch(out -> out.isAssignableFrom(method.getReturnType()))) {
          methods.add(type.getSimpleName() + "." + method.getName());
        }
      }
    }
    assertThat(methods).isNotEmpty();
    assertThat(ways().keySet().stream().map(name -> name.split(" ")[0]).toList())
        .containsAll(methods);
  }

  @Test
  void aScopeWithoutAFilterIsRefused() {
    Retriever careless =
        CollectionRetriever.of(db, COLLECTION, TrustTier.FIRST_PARTY).within(scope -> null);
    assertThatThrownBy(() -> careless.retrieve(new RetrievalQuery("lamp", 9, ANN)))
        .hasMessageContaining("must not return null");
  }
}
