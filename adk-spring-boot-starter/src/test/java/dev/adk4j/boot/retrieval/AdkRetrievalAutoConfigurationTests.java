package dev.adk4j.boot.retrieval;

import static dev.adk4j.boot.Starts.count;
import static dev.adk4j.boot.Starts.refused;
import static dev.adk4j.boot.Starts.total;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.boot.Starts;
import dev.adk4j.client.AgentClient;
import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.RetrievableStorage;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.test.vector.StubEncoder;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.Capabilities;
import dev.adk4j.vector.CollectionSpec;
import dev.adk4j.vector.DistanceMetric;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorFeature;
import dev.adk4j.vector.VectorRecord;
import dev.adk4j.vector.retrieval.DocumentSplitter;
import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.QueryRewriter;
import dev.adk4j.vector.retrieval.Reranker;
import dev.adk4j.vector.retrieval.RetrievalQuery;
import dev.adk4j.vector.retrieval.Retriever;
import dev.adk4j.vector.retrieval.VectorRetrievables;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.annotation.Order;

@ExtendWith(OutputCaptureExtension.class)
class AdkRetrievalAutoConfigurationTests {

  private static final Scope SCOPE = Scope.of("acme", "anna", "c1");
  private static final String GUIDES = "adk.retrieval.documents=classpath:retrieval/guides/**/*.md";

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(
              AdkAutoConfiguration.class,
              OwnConfigurations.named("vector.AdkVectorAutoConfiguration"),
              AdkRetrievalAutoConfiguration.class)
          .withBean(StorageAdapter.class, InMemoryStorageAdapter::new)
          .withBean(ScriptedExecutor.class, () -> ScriptedExecutor.saying("hello"));

  private final ContextStarter guides = runner.withPropertyValues(GUIDES);

  private static List<Retrievable> seenAfter(AssertableApplicationContext context, String text) {
    context.getBean(AgentClient.class).conversation(SCOPE).send(text);
    return context.getBean(ScriptedExecutor.class).lastSeen().retrievables();
  }

  @Test
  void withoutThePropertyAndWithoutARetrieverTurnsGetNothing() {
    assertThat(runner.start())
        .hasNotFailed()
        .doesNotHaveBean(Retriever.class)
        .doesNotHaveBean("adkRetrieval");
  }

  @Test
  void passagesHaveTheSizeThatIsChosen(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("a.md"), "# Returns\n\n" + "Send it back. ".repeat(80));
    ContextStarter files =
        runner.withPropertyValues("adk.retrieval.documents=file:" + folder + "/*.md");
    files.run(context -> assertThat(longest(context)).isGreaterThan(600));
    files
        .withPropertyValues("adk.retrieval.passage-tokens=32")
        .run(context -> assertThat(longest(context)).isLessThan(200));
    files
        .withBean(
            DocumentSplitter.class,
            () -> document -> List.of(new DocumentSplitter.Section(List.of(), "", "back")))
        .run(context -> assertThat(longest(context)).isEqualTo("back".length()));
    var context = files.start("adk.retrieval.passage-tokens=31");
    refused(context, "adk.retrieval.passage-tokens", "must be from 32 to");
  }

  @Test
  void aSplitterOfTheApplicationIsNamedIfItReplacesAProperty(CapturedOutput output) {
    var own = DocumentSplitter.byTokens(64, 0);
    guides
        .withBean("ownSplitter", DocumentSplitter.class, () -> own)
        .start("adk.retrieval.passage-tokens=32");
    assertThat(output)
        .containsOnlyOnce(
            "adk.retrieval.passage-tokens has no effect because the bean 'ownSplitter' replaces"
                + " the DocumentSplitter that reads it.");
    guides.start("adk.retrieval.passage-tokens=32", "adk.guards.max-output=100");
    assertThat(output).containsOnlyOnce("has no effect");
  }

  @Test
  void changedFilesAreReadAgainInDevelopmentAndOnlyThere(
      @TempDir Path folder, CapturedOutput output) throws Exception {
    Path file = folder.resolve("a.md");
    Files.writeString(file, "# Lamp\n\nIt is red.");
    ContextStarter files =
        runner.withPropertyValues("adk.retrieval.documents=file:" + folder + "/*.md");
    var deployed = files.start();
    var developed = files.start("spring.profiles.active=dev");

    Files.writeString(file, "# Lamp\n\nIt is green and new.");
    assertThat(textOf(deployed)).contains("red");
    assertThat(textOf(developed)).contains("green");
    Files.writeString(folder.resolve("b.md"), "# Lamp lamp\n\nIt is blue.");
    assertThat(textOf(developed)).contains("blue", "green");

    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe});
    assertThat(textOf(developed)).contains("blue", "green");
    assertThat(textOf(developed)).contains("blue", "green");
    assertThat(output).containsOnlyOnce("Changed documents are not used").contains("not UTF-8");
    Files.delete(file);
    assertThat(textOf(developed)).contains("blue").doesNotContain("green");
  }

  private static String textOf(AssertableApplicationContext context) throws Exception {
    return context.getBean(Retriever.class).retrieve(RetrievalQuery.of("lamp", 5)).stream()
        .map(Passage::text)
        .collect(Collectors.joining("\n"));
  }

  private static int longest(AssertableApplicationContext context) throws Exception {
    return context.getBean(Retriever.class).retrieve(RetrievalQuery.of("back", 20)).stream()
        .mapToInt(passage -> passage.text().length())
        .max()
        .orElseThrow();
  }

  @Test
  void searchesByWordsWithoutAModelAndSaysSo(CapturedOutput output) throws Exception {
    var context = guides.start();
    Retrievable first = seenAfter(context, "Who pays the postage from abroad?").getFirst();
    assertThat(first.contentString()).startsWith("The cat pays the postage");
    assertThat(first.source()).hasValue("retrieval/guides/returns.md#from-abroad");
    assertThat(first.kind()).hasValue("Returns › From abroad");
    assertThat(first.trustTier()).isEqualTo(TrustTier.FIRST_PARTY);
    assertThat(first.score()).isPresent();
    assertThat(output)
        .containsOnlyOnce(
            "Turns are answered from documents (files: 2, passages: 3), searched by words, because"
                + " there is no embedding model.");
  }

  @Test
  void asksForTheNewestMessageOnlyAndForNoMoreThanTheLimit() {
    var context = guides.start("adk.retrieval.limit=1");
    assertThat(seenAfter(context, "parcel postage abroad"))
        .extracting(Retrievable::contentString)
        .containsExactly("The cat pays the postage of a parcel from abroad.");
    assertThat(seenAfter(context, "lamp"))
        .extracting(Retrievable::contentString)
        .containsExactly("A lamp can be returned within 30 days.");
    assertThat(seenAfter(context, "???")).isEmpty();
  }

  @Test
  void searchesByVectorsInMemoryWithAnEmbeddingModel(CapturedOutput output) {
    var context = guides.withBean(EmbeddingModel.class, Starts::catsAndDogs).start();
    assertThat(seenAfter(context, "my dog").getFirst().source())
        .hasValue("retrieval/guides/orders/delivery.md#delivery");
    assertThat(output)
        .contains(
            "(files: 2, passages: 3), searched by words (simple) and by vectors in memory, which are");
  }

  @Test
  void searchesByVectorsAloneWhereThatIsSaid(CapturedOutput output) {
    var context =
        guides
            .withBean(EmbeddingModel.class, Starts::catsAndDogs)
            .start("adk.retrieval.language=none");
    assertThat(output).contains("passages: 3), searched by vectors in memory");
    assertThat(seenAfter(context, "my dog").getFirst().source())
        .hasValue("retrieval/guides/orders/delivery.md#delivery");
  }

  @Test
  void aStoreOrACollectionWithoutWordsIsSearchedByVectors(CapturedOutput output) {
    VectorBackend store = withoutWords(new InMemoryVectorBackend(), false);
    guides
        .withBean(StubEncoder.class, () -> new StubEncoder(3))
        .withBean(VectorBackend.class, () -> store)
        .run(
            context -> {
              assertThat(seenAfter(context, "my dog")).isNotEmpty();
              assertThat(output).contains("searched by vectors in the collection");
              assertThat(output).doesNotContain("created without words");
            });
    VectorBackend old = withoutWords(new InMemoryVectorBackend(), true);
    old.createCollection(
        new CollectionSpec("adk_documents", 3, DistanceMetric.COSINE, List.of()), false);
    var context =
        guides
            .withBean(StubEncoder.class, () -> new StubEncoder(3))
            .withBean(VectorBackend.class, () -> old)
            .start();
    assertThat(seenAfter(context, "my dog")).isNotEmpty();
    assertThat(output)
        .contains(
            "The collection 'adk_documents' was created without words and is searched only by vectors.");
  }

  private static VectorBackend withoutWords(VectorBackend backend, boolean collectionOnly) {
    return (VectorBackend)
        Proxy.newProxyInstance(
            VectorBackend.class.getClassLoader(),
            new Class<?>[] {VectorBackend.class},
            (proxy, method, args) -> {
              if (method.getName().equals("searchHybrid")) {
                throw VectorErrors.searchFailed("no full text", null);
              }
              if (method.getName().equals("capabilities") && !collectionOnly) {
                return Capabilities.allBut(
                    VectorFeature.FULL_TEXT,
                    VectorFeature.TRANSACTIONS,
                    VectorFeature.NAMED_VECTORS,
                    VectorFeature.RAW_SQL,
                    VectorFeature.BUILT_IN_ENCODING);
              }
              return method.invoke(backend, args);
            });
  }

  @Test
  void aVectorStoreThatCannotScanIsNotUsed(CapturedOutput output) {
    guides
        .withBean(EmbeddingModel.class, Starts::catsAndDogs)
        .withUserConfiguration(Store.class)
        .run(
            context ->
                assertThat(output).contains("searched by words (simple) and by vectors in memory"));
  }

  @Test
  void usesTheVectorStoreOfTheApplication(CapturedOutput output) throws Exception {
    var context =
        guides
            .withPropertyValues("adk.retrieval.collection=guides")
            .withBean(VectorBackend.class, InMemoryVectorBackend::new)
            .withBean(StubEncoder.class, StubEncoder::new)
            .start();
    assertThat(seenAfter(context, "my cat").getFirst().contentString()).startsWith("The cat pays");
    assertThat(context.getBean(VectorBackend.class).hasCollection("guides")).isTrue();
    assertThat(output)
        .contains(
            "searched by words (simple) and by vectors in the collection 'guides' (in-memory)");
    // three passages, the one for their length, and the question
    assertThat(
            context.getBean(StubEncoder.class).calls().stream()
                .mapToInt(call -> call.texts().size()))
        .hasSize(3)
        .contains(3);
  }

  @Test
  void searchesByWordsBesideVectorsWithALanguage(CapturedOutput output) {
    guides
        .withPropertyValues("adk.retrieval.language=english")
        .withBean(VectorBackend.class, InMemoryVectorBackend::new)
        .withBean(StubEncoder.class, StubEncoder::new)
        .run(
            context -> {
              assertThat(seenAfter(context, "lamp").getFirst().contentString())
                  .isEqualTo("A lamp can be returned within 30 days.");
              assertThat(output)
                  .contains(
                      "searched by words (english) and by vectors in the collection"
                          + " 'adk_documents' (in-memory)");
            });
    guides
        .withPropertyValues("adk.retrieval.language=english")
        .withBean(EmbeddingModel.class, Starts::catsAndDogs)
        .run(
            context ->
                assertThat(output)
                    .contains("searched by words (english) and by vectors in memory, which"));
    guides
        .withPropertyValues("adk.retrieval.language=English!")
        .withBean(EmbeddingModel.class, Starts::catsAndDogs)
        .run(context -> assertThat(context).getFailure().hasMessageContaining("small letters"));
  }

  @Test
  void usesTheRerankerAndTheRewriterOfTheApplication() {
    var context =
        guides
            .withPropertyValues("adk.retrieval.limit=1")
            .withBean(
                QueryRewriter.class, () -> (question, conversation) -> List.of("lamp postage"))
            .withBean(
                Reranker.class,
                () ->
                    (query, candidates) ->
                        candidates.stream().filter(p -> p.text().contains("postage")).toList())
            .start();
    assertThat(seenAfter(context, "And that?"))
        .extracting(Retrievable::contentString)
        .containsExactly("The cat pays the postage of a parcel from abroad.");
  }

  @Test
  void aPropertyLetsTheModelRewriteAndJudge() {
    List<String> prompts = new CopyOnWriteArrayList<>();
    ChatModel model =
        prompt -> {
          String text = prompt.getContents();
          prompts.add(text);
          String answer = text.startsWith("Write the question") ? "lamp postage parcel" : "2, 1";
          return new ChatResponse(List.of(new Generation(new AssistantMessage(answer))));
        };
    var context =
        guides
            .withBean(ChatModel.class, () -> model)
            .start("adk.retrieval.rewrite=model", "adk.retrieval.rerank=judge");

    assertThat(seenAfter(context, "And that?")).hasSizeGreaterThan(1);
    assertThat(prompts).hasSize(2);
    assertThat(prompts.get(0)).startsWith("Write the question").contains("And that?");
    assertThat(prompts.get(1)).startsWith("Order the passages").contains("lamp postage");
  }

  @Test
  void beansWinOverTheProperties() {
    Reranker own = (query, candidates) -> candidates;
    QueryRewriter rewriter = (question, conversation) -> List.of("lamp");
    var context =
        guides
            .withBean(Reranker.class, () -> own)
            .withBean(QueryRewriter.class, () -> rewriter)
            .start("adk.retrieval.rewrite=model", "adk.retrieval.rerank=judge");
    assertThat(context.getBean(Reranker.class)).isSameAs(own);
    assertThat(context.getBean(QueryRewriter.class)).isSameAs(rewriter);
    assertThat(seenAfter(context, "And that?")).isNotEmpty();
  }

  @Test
  void aPropertyTakesTheEncodersOfTheApplication() {
    guides
        .withPropertyValues("adk.retrieval.rerank=diverse")
        .withBean(EmbeddingModel.class, Starts::catsAndDogs)
        .run(context -> assertThat(seenAfter(context, "my dog")).isNotEmpty());
    Reranker.TokenEncoder tokens =
        (texts, kind) -> texts.stream().map(t -> List.of(new float[] {t.length(), 1})).toList();
    guides
        .withPropertyValues("adk.retrieval.rerank=late-interaction")
        .withBean(Reranker.TokenEncoder.class, () -> tokens)
        .run(context -> assertThat(seenAfter(context, "my dog parcel")).isNotEmpty());
  }

  @Test
  void aPartThatIsMissingFailsTheStartWithWhatToDo() {
    for (String[] wrong :
        new String[][] {
          {"adk.retrieval.rewrite", "model", "adk.llm.chat-model"},
          {"adk.retrieval.rerank", "judge", "adk.llm.chat-model"},
          {"adk.retrieval.rerank", "diverse", "an embedding model"},
          {"adk.retrieval.rerank", "late-interaction", "Reranker.TokenEncoder"},
          {"adk.retrieval.rerank-limits.candidates", "1", "2"},
          {"adk.retrieval.rerank-limits.time", "0s", "longer than 0"},
          {"adk.retrieval.rerank-limits.tokens", "0", "1 or more"}
        }) {
      guides
          .withPropertyValues(wrong[0] + "=" + wrong[1])
          .run(context -> refused(context, wrong[0], wrong[2]));
    }
    for (String wrong : List.of("adk.retrieval.rerank=best", "adk.retrieval.rewrite=true")) {
      guides
          .withPropertyValues(wrong)
          .run(
              context ->
                  assertThat(context)
                      .getFailure()
                      .hasStackTraceContaining(wrong.substring(0, wrong.indexOf('='))));
    }
    guides
        .withPropertyValues("adk.retrieval.rewrite=model")
        .withClassLoader(new FilteredClassLoader("org.springframework.ai"))
        .run(
            context ->
                assertThat(context).getFailure().rootCause().hasMessageContaining("chat model"));
  }

  @Test
  void countsStagesWithoutContent() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    ObservationRegistry observations = ObservationRegistry.create();
    observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
    CountDownLatch never = new CountDownLatch(1);
    var context =
        runner
            .and(OwnConfigurations.named("observe.AdkObservationAutoConfiguration"))
            .withPropertyValues(GUIDES, "adk.retrieval.rerank-limits.time=20ms")
            .withBean(MeterRegistry.class, () -> meters)
            .withBean(ObservationRegistry.class, () -> observations)
            .withBean(
                "second",
                Retriever.class,
                () -> query -> List.of(Passage.of("x", "secret", "s", TrustTier.FIRST_PARTY)))
            .withBean(
                "third",
                Retriever.class,
                () ->
                    query ->
                        query.text().contains("nothing")
                            ? List.of()
                            : List.of(Passage.of("y", "secret", "s", TrustTier.FIRST_PARTY)))
            .withBean(QueryRewriter.class, () -> (q, c) -> List.of("secret lamp", "secret nothing"))
            .withBean(
                Reranker.class,
                () ->
                    (query, candidates) -> {
                      never.await();
                      return candidates;
                    })
            .start();
    seenAfter(context, "secret question");
    assertThat(stage(meters, "rewrite", "found")).isEqualTo(1);
    assertThat(stage(meters, "search", "found")).isEqualTo(3);
    assertThat(stage(meters, "search", "empty")).isEqualTo(1);
    assertThat(stage(meters, "fuse", "found")).isEqualTo(3);
    assertThat(stage(meters, "rerank", "late")).isEqualTo(1);
    assertThat(stage(meters, "hydrate", "found")).isEqualTo(1);
    assertThat(total(meters, "adk.retrieval.results", "adk.retrieval.stage", "hydrate"))
        .isEqualTo(2);
    assertThat(count(meters, "adk.retrieval", "adk.retrieval.outcome", "found")).isEqualTo(2);
    assertThat(meters.getMetersAsString()).doesNotContain("secret");
  }

  private static long stage(MeterRegistry meters, String stage, String outcome) {
    return meters
        .get("adk.retrieval.stage")
        .tags("adk.retrieval.stage", stage, "adk.retrieval.outcome", outcome)
        .timer()
        .count();
  }

  @Test
  void aRetrieverThatFailsIsCountedAsFailed() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    var context =
        runner
            .and(OwnConfigurations.named("observe.AdkObservationAutoConfiguration"))
            .withBean(MeterRegistry.class, () -> meters)
            .withBean(
                Retriever.class,
                () ->
                    query -> {
                      throw new IllegalStateException("secret");
                    })
            .start();
    assertThatThrownBy(() -> seenAfter(context, "question"));
    assertThat(stage(meters, "search", "failed")).isEqualTo(1);
    assertThat(meters.getMetersAsString()).doesNotContain("secret");
  }

  @Test
  void theEndpointShowsCollectionsAndPartsWithoutContent() {
    runner
        .and(EndpointAutoConfiguration.class, WebEndpointAutoConfiguration.class)
        .withPropertyValues(
            GUIDES,
            "adk.retrieval.language=english",
            "adk.vector.backend=in-memory",
            "management.endpoints.web.exposure.include=adkretrieval")
        .withBean(StubEncoder.class, () -> new StubEncoder(3))
        .run(
            context -> {
              AdkRetrievalEndpoint.Retrieval shown =
                  context.getBean(AdkRetrievalEndpoint.class).retrieval();
              AdkRetrievalEndpoint.Store store = shown.stores().get("adkVectorDb");
              assertThat(store.backend()).isEqualTo("in-memory");
              assertThat(store.embeddingModel()).isEqualTo("StubEncoder");
              assertThat(store.error()).isNull();
              assertThat(store.collections())
                  .containsExactly(
                      new AdkRetrievalEndpoint.Collection(
                          "adk_documents", 3, 3, "cosine", "english"));
              assertThat(shown.retrievers())
                  .containsExactly(Map.entry("adkDocumentRetriever", "CollectionRetriever"));
              assertThat(shown.rerankers()).isEmpty();
              assertThat(shown.toString()).doesNotContain("lamp", "postage");
            });
    guides.run(context -> assertThat(context).doesNotHaveBean(AdkRetrievalEndpoint.class));
  }

  @Test
  void theEndpointShowsAStoreThatCannotListOrDoesNotAnswer() {
    Map<String, AdkException> errors =
        Map.of(
            "cannot", VectorErrors.unsupportedOperation("collections", "x"),
            "down", VectorErrors.connectionFailed("secret-host", null));
    errors.forEach(
        (name, error) ->
            runner
                .and(EndpointAutoConfiguration.class, WebEndpointAutoConfiguration.class)
                .withPropertyValues("management.endpoints.web.exposure.include=adkretrieval")
                .withBean(
                    VectorDb.class,
                    () ->
                        VectorDb.of(
                            (VectorBackend)
                                Proxy.newProxyInstance(
                                    getClass().getClassLoader(),
                                    new Class<?>[] {VectorBackend.class},
                                    (proxy, method, args) ->
                                        switch (method.getName()) {
                                          case "name" -> "own";
                                          case "isAvailable" -> true;
                                          case "collections" -> throw error;
                                          default -> null;
                                        })))
                .run(
                    context -> {
                      AdkRetrievalEndpoint.Store store =
                          context
                              .getBean(AdkRetrievalEndpoint.class)
                              .retrieval()
                              .stores()
                              .values()
                              .iterator()
                              .next();
                      assertThat(store.backend()).isEqualTo("own");
                      if (name.equals("cannot")) {
                        assertThat(store.collections()).isNull();
                        assertThat(store.error()).isNull();
                      } else {
                        assertThat(store.error()).isEqualTo("E_VECTOR_STORE_CONNECTION_FAILED");
                      }
                      assertThat(store.toString()).doesNotContain("secret-host");
                    }));
  }

  @Test
  void aCollectionOfAnotherModelFailsTheStartWithWhatToDo() {
    InMemoryVectorBackend backend = new InMemoryVectorBackend();
    for (int dimensions : new int[] {3, 4}) {
      guides
          .withBean(VectorBackend.class, () -> backend)
          .withBean(StubEncoder.class, () -> new StubEncoder(dimensions))
          .run(
              context -> {
                if (dimensions == 3) {
                  assertThat(context).hasNotFailed();
                } else {
                  refused(context, "adk.retrieval.collection", "another embedding");
                }
              });
    }
  }

  @Test
  void theRetrieverOfTheApplicationTakesThePlaceOfTheDocuments(CapturedOutput output) {
    var context = guides.withUserConfiguration(OwnRetriever.class).start();
    List<Retrievable> found = seenAfter(context, "parcel");
    assertThat(found).extracting(Retrievable::id).containsExactly("ticket-1");
    assertThat(found.getFirst().trustTier()).isEqualTo(TrustTier.THIRD_PARTY_PRIVATE);
    assertThat(found.getFirst().source()).hasValue("tickets");
    assertThat(context.getBean(OwnRetriever.class).queries)
        .containsExactly(new RetrievalQuery("parcel", 5, SCOPE));
    assertThat(output)
        .contains("The files of adk.retrieval.documents are not read")
        .doesNotContain("Turns are answered");
  }

  @Test
  void severalRetrieversAreTakenFromInTurns() {
    var context =
        runner
            .withUserConfiguration(OwnRetriever.class, OtherRetriever.class)
            .start("adk.retrieval.limit=2");
    assertThat(seenAfter(context, "parcel"))
        .extracting(Retrievable::id)
        .containsExactly("other-1", "ticket-1");
  }

  @Test
  void ownMiddlewareTakesThePlaceOfTheStarters() {
    var context = guides.withBean("adkRetrieval", Object.class, Object::new).start();
    assertThat(seenAfter(context, "parcel")).isEmpty();
  }

  @Test
  void readsAFolderAndNamesFilesAlikeOnEveryMachine(@TempDir Path folder) throws Exception {
    Path docs = Files.createDirectories(folder.resolve("docs/in ner"));
    Files.writeString(docs.resolve("ä b.md"), "# Lamps\nA lamp glows.");
    Files.writeString(docs.resolveSibling("top.md"), "A lamp on top.");
    for (String root : List.of(folder + "/docs", folder + "/docs/../docs", folder + "/docs/./")) {
      runner
          .withPropertyValues("adk.retrieval.documents=file:" + root + "/**/*.md")
          .run(
              context ->
                  assertThat(seenAfter(context, "lamp"))
                      .extracting(found -> found.source().orElseThrow())
                      .containsExactlyInAnyOrder("docs/in ner/ä b.md#lamps", "docs/top.md"));
    }
  }

  @Test
  void readsFilesInAJar(@TempDir Path folder) throws Exception {
    Path jar = folder.resolve("docs.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (String name : List.of("packed/", "packed/a b.md")) {
        out.putNextEntry(new JarEntry(name));
        out.write(
            name.endsWith("/") ? new byte[0] : "A lamp in a jar.".getBytes(StandardCharsets.UTF_8));
      }
    }
    var context = runner.start("adk.retrieval.documents=jar:" + jar.toUri() + "!/packed/**/*.md");
    assertThat(seenAfter(context, "lamp"))
        .extracting(found -> found.source().orElseThrow())
        .containsExactly("packed/a b.md");
  }

  @Test
  void aFileOfTwoPatternsIsOneDocument() {
    var context =
        runner.start(
            "adk.retrieval.documents[0]=classpath:retrieval/guides/returns.md",
            "adk.retrieval.documents[1]=classpath*:retrieval/guides/**/*.md");
    assertThat(seenAfter(context, "lamp"))
        .extracting(found -> found.source().orElseThrow())
        .containsExactly("retrieval/guides/returns.md#returns");
  }

  @Test
  void aPatternWithoutAFileFailsTheStart(@TempDir Path folder) {
    for (String pattern :
        List.of(
            "classpath:nowhere/**/*.md",
            "classpath*:retrieval/**/*.txt",
            "classpath:retrieval/missing.md",
            "retrieval/guides",
            "file:" + folder + "/**",
            "file:" + folder + "/missing.md",
            "file:/no/such/folder/**/*.md")) {
      runner
          .withPropertyValues(GUIDES.replace("=", "[0]="), "adk.retrieval.documents[1]=" + pattern)
          .run(context -> refused(context, DocumentFiles.PROPERTY, "matches no file"));
    }
  }

  @Test
  void aFileThatCannotBeReadFailsTheStart(@TempDir Path folder) throws IOException {
    String pattern = "file:" + folder + "/*.md";
    Path link = Files.createSymbolicLink(folder.resolve("gone.md"), folder.resolve("nowhere"));
    runner
        .withPropertyValues("adk.retrieval.documents=" + pattern)
        .run(context -> refused(context, DocumentFiles.PROPERTY, "/gone.md, which cannot"));
    Files.delete(link);
    Files.write(folder.resolve("latin.md"), new byte[] {'a', (byte) 0xE4, 'b'});
    var context = runner.start("adk.retrieval.documents=" + pattern);
    refused(context, DocumentFiles.PROPERTY, "not UTF-8 text");
  }

  @Test
  void filesWithOneNameAndFilesWithoutTextFailTheStart(@TempDir Path folder) throws IOException {
    for (String each : List.of("x/docs", "y/docs")) {
      Files.createDirectories(folder.resolve(each));
      Files.writeString(folder.resolve(each + "/a.md"), each);
    }
    String second = "file:" + folder + "/y/docs/*.md";
    runner
        .withPropertyValues("adk.retrieval.documents=file:" + folder + "/x/docs/*.md," + second)
        .run(context -> refused(context, DocumentFiles.PROPERTY, "the document name docs/a.md"));
    Files.writeString(folder.resolve("empty.md"), "---\na: b\n---\n");
    String empty = "file:" + folder + "/empty.md";
    var context = runner.start("adk.retrieval.documents=" + empty);
    refused(context, DocumentFiles.PROPERTY, "only files without text");
  }

  @Test
  void aCollectionHasToBeAName() {
    var context = guides.start("adk.retrieval.collection=a;b");
    refused(context, "adk.retrieval.collection", "must be a letter");
  }

  /** The way over the storage callback, which is asked before the input is stored. */
  @Test
  void retrievablesOfACollectionAreFoundForWhatIsAskedNow() {
    var context =
        runner
            .withPropertyValues("adk.turn.hydrate.retrievables=1")
            .withUserConfiguration(Glue.class)
            .withBean(VectorBackend.class, InMemoryVectorBackend::new)
            .withBean(StubEncoder.class, StubEncoder::new)
            .start();
    assertThat(seenAfter(context, "my cat")).extracting(Retrievable::id).containsExactly("cat");
    assertThat(seenAfter(context, "my dog")).extracting(Retrievable::id).containsExactly("dog");
  }

  @Test
  void isThereWithoutSpringAi() {
    guides
        .withClassLoader(new FilteredClassLoader("org.springframework.ai", "dev.adk4j.springai"))
        .run(context -> assertThat(seenAfter(context, "lamp")).isNotEmpty());
  }

  @Test
  void isOffWithTheStarter() {
    ContextStarter.of(AdkRetrievalAutoConfiguration.class)
        .withPropertyValues(GUIDES, "adk.enabled=off")
        .run(context -> assertThat(context).doesNotHaveBean(Retriever.class));
  }

  @Configuration(proxyBeanMethods = false)
  static class Store {
    @Bean
    VectorStore manuals(EmbeddingModel model) {
      return SimpleVectorStore.builder(model).build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Glue {
    @Bean
    @Primary
    RetrievableStorage pets(VectorDb db) {
      db.collection("pets")
          .upsert(VectorRecord.ofText("cat", "a cat"), VectorRecord.ofText("dog", "a dog"));
      return VectorRetrievables.builder(db, "pets")
          .trustTier(TrustTier.FIRST_PARTY)
          .topK(1)
          .build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnRetriever {

    private final List<RetrievalQuery> queries = new CopyOnWriteArrayList<>();

    @Bean
    Retriever tickets() {
      return query -> {
        queries.add(query);
        return List.of(
            Passage.of("ticket-1", "A parcel.", "tickets", TrustTier.THIRD_PARTY_PRIVATE));
      };
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OtherRetriever {
    @Bean
    @Order(-1)
    Retriever other() {
      return query ->
          List.of(
              Passage.of("other-1", "One.", "others", TrustTier.THIRD_PARTY_PUBLIC),
              Passage.of("other-2", "Two.", "others", TrustTier.THIRD_PARTY_PUBLIC));
    }
  }
}
