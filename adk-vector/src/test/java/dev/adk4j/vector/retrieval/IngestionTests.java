package dev.adk4j.vector.retrieval;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IngestionTests {

  private static final String LAMPS = "# Lamps\nA lamp glows.\n\n## Returns\nWithin 30 days.";
  private static final Scope ACME = Scope.DEFAULT.withTenant("acme");
  private static final Scope OTHER = Scope.DEFAULT.withTenant("other");

  private static final List<String> COMPLETE =
      List.of("adk-complete:", "adk-complete:[\"acme\"]", "adk-complete:[\"other\"]");

  private final InMemoryVectorBackend backend = new InMemoryVectorBackend();
  private final List<List<String>> encoded = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, String> documents = new TreeMap<>();
  private final List<String> notices = new ArrayList<>();
  private final FakeTime time = new FakeTime();
  private final IngestionListener listener =
      new IngestionListener() {
        @Override
        public void skipped(String source, String reason) {
          notices.add(source + ": " + reason);
        }

        @Override
        public void retrying(int attempt, Duration pause, RuntimeException failure) {
          notices.add("attempt " + attempt + ", pause " + pause.toSeconds());
        }
      };

  private final VectorEncoder encoder =
      (texts, kind) -> {
        encoded.add(List.copyOf(texts));
        return texts.stream().map(DocumentIndexTests::vector).toList();
      };

  private final DocumentSource source =
      (taken, skipped) ->
          documents.forEach((name, text) -> taken.accept(new SourceDocument(name, text)));

  private VectorDb db(VectorBackend over) {
    return VectorDb.builder(over).encoder(encoder).build();
  }

  private Ingestion.Builder builder() {
    return Ingestion.of(source).listener(listener).timing(time);
  }

  private Ingestion ingestion() {
    return builder().into(db(backend), "docs");
  }

  private List<String> stored() {
    return stored(backend);
  }

  private List<String> stored(VectorBackend in) {
    return db(in)
        .collection("docs")
        .whereFilter(VectorFilter.nin("id", COMPLETE))
        .select("document")
        .limit(100_000)
        .fetch()
        .stream()
        .map(match -> match.document().orElse(""))
        .sorted()
        .toList();
  }

  private long texts() {
    return encoded.stream().mapToLong(List::size).sum();
  }

  @Test
  void embedsOnceWhatIsThereAndDeletesWhatVanished() throws Exception {
    documents.put("a.md", LAMPS);
    documents.put("b.md", "# Chairs\nA chair stands.");
    IngestionReport first = ingestion().run();
    assertThat(first.documents()).isEqualTo(2);
    assertThat(first.passages()).isEqualTo(3);
    assertThat(first.embedded()).isEqualTo(3);
    assertThat(texts()).isEqualTo(1 + 3); // and one to learn the length of vectors

    encoded.clear();
    assertThat(ingestion().run().embedded()).isZero();
    assertThat(texts()).isEqualTo(1); // to see that the model is the same

    encoded.clear();
    documents.put("a.md", LAMPS + " Or 60.");
    IngestionReport changed = ingestion().run();
    assertThat(changed.embedded()).isEqualTo(1);
    assertThat(changed.deleted()).isEqualTo(1);
    assertThat(encoded.getLast()).containsExactly("Lamps › Returns\n\nWithin 30 days. Or 60.");

    documents.remove("b.md");
    assertThat(ingestion().run().deleted()).isEqualTo(1);
    assertThat(stored())
        .containsExactly("Lamps\n\nA lamp glows.", "Lamps › Returns\n\nWithin 30 days. Or 60.");
  }

  @Test
  void findsWithSourceTitlesAndPlace() throws Exception {
    documents.put("guides/lamps.md", LAMPS);
    Retriever retriever = ingestion().retriever(TrustTier.THIRD_PARTY_PRIVATE);
    RetrievalQuery query = RetrievalQuery.of("returns within how many days", 1);
    assertThat(retriever.retrieve(query)).as("before the first run").isEmpty();
    ingestion().run();
    Passage found = retriever.retrieve(query).getFirst();
    assertThat(found.source()).isEqualTo("guides/lamps.md");
    assertThat(found.titlePath()).containsExactly("Lamps", "Returns");
    assertThat(found.location()).isEqualTo("returns");
    assertThat(found.text()).isEqualTo("Within 30 days.");
    assertThat(found.trustTier()).isEqualTo(TrustTier.THIRD_PARTY_PRIVATE);
  }

  @Test
  void findsByWordsTooWhereALanguageIsNamed() throws Exception {
    documents.put("lamps.md", LAMPS);
    documents.put("codes.md", "# Codes\nAK-47110 is a green lamp.");
    Ingestion ingestion =
        builder()
            .fullText("english")
            .owner(Scope.of("acme", "ann", null))
            .into(db(backend), "docs");
    ingestion.run();
    Retriever retriever = ingestion.retriever(TrustTier.FIRST_PARTY);
    Passage found =
        retriever
            .retrieve(new RetrievalQuery("ak-47110", 1, Scope.of("acme", "ann", "c")))
            .getFirst();
    assertThat(found.source()).isEqualTo("codes.md");
    assertThat(found.explanation()).isNotNull();
    assertThat(found.explanation().words()).isNotNull();
    assertThat(retriever.retrieve(new RetrievalQuery("ak-47110", 1, Scope.of("acme", "eve", "c"))))
        .isEmpty();
  }

  @Test
  void goesOnAfterAKillAnywhere() throws Exception {
    int kills = 0;
    for (int at = 1; at < 200; at++) {
      documents(150, "old");
      InMemoryVectorBackend fresh = new InMemoryVectorBackend();
      builder().into(db(fresh), "docs").run();
      documents(150, "new");
      List<String> wanted = documents.values().stream().sorted().toList();
      boolean ended = false;
      try {
        builder().attempts(1).into(db(Kill.at(fresh, at)), "docs").run();
        ended = true;
      } catch (Kill e) {
        kills++;
        assertThat(stored(fresh)).as("never without either").hasSizeGreaterThanOrEqualTo(150);
        encoded.clear();
        builder().into(db(fresh), "docs").run();
        assertThat(texts()).isLessThanOrEqualTo(101);
      }
      assertThat(stored(fresh)).as("killed at call " + at).isEqualTo(wanted);
      if (ended) {
        assertThat(kills).isEqualTo(at - 1).isGreaterThan(8);
        return;
      }
    }
    throw new AssertionError("it never ended");
  }

  private void documents(int count, String second) {
    documents.clear();
    IntStream.range(0, count)
        .forEach(
            i ->
                documents.put(
                    (i % 3 == 0 ? second : "kept") + i, (i % 2 == 0 ? "kept " : second + " ") + i));
    // names that vanish have texts of their own
    documents.replaceAll(
        (name, text) -> name.startsWith("kept") ? text : "kept " + name.length() + text);
  }

  @Test
  void writesManyDocumentsInBatchesAndParts() throws Exception {
    documents(1_234, "new");
    List<IngestionReport> progress = new ArrayList<>();
    Ingestion ingestion =
        builder()
            .batch(50)
            .listener(
                new IngestionListener() {
                  @Override
                  public void progressed(IngestionReport soFar) {
                    progress.add(soFar);
                  }
                })
            .into(db(backend), "docs");
    ingestion.run();
    assertThat(stored()).isEqualTo(documents.values().stream().sorted().toList());
    assertThat(encoded).allMatch(texts -> texts.size() <= 50);
    assertThat(progress)
        .hasSizeGreaterThan(10)
        .isSortedAccordingTo((a, b) -> Long.compare(a.embedded(), b.embedded()));
    assertThat(progress.getLast().embedded()).isEqualTo(1_234);
  }

  @Test
  void triesAgainWithGrowingPausesAndThenFails() throws Exception {
    documents.put("a", "text");
    AtomicInteger failures = new AtomicInteger(3);
    VectorEncoder failing =
        (texts, kind) -> {
          if (failures.getAndDecrement() > 0) {
            throw new IllegalStateException("overloaded");
          }
          return encoder.encode(texts, kind);
        };
    VectorDb db = VectorDb.builder(backend).encoder(failing).build();
    builder().into(db, "docs").run();
    assertThat(notices)
        .containsExactly("attempt 1, pause 1", "attempt 2, pause 2", "attempt 3, pause 4");
    assertThat(time.slept).isEqualTo(Duration.ofSeconds(7));

    failures.set(100);
    assertThatThrownBy(() -> builder().attempts(8).into(db, "docs").run()).hasMessage("overloaded");
    assertThat(failures).hasValue(92);
    assertThat(notices.getLast()).isEqualTo("attempt 7, pause 60");
    assertThat(stored()).containsExactly("text");
  }

  @Test
  void triesAFatalErrorNotAgain() throws Exception {
    documents.put("a", "text");
    db(backend).schema().createCollection("docs", c -> c.vector(5));
    assertFails(VectorErrorCode.E_VECTOR_STORE_DIMENSION_MISMATCH, () -> ingestion().run());
    assertThat(notices).isEmpty();
  }

  @Test
  void spreadsCallsAndTokensOverTheMinute() throws Exception {
    documents(100, "new");
    builder().batch(10).requestsPerMinute(60).into(db(backend), "docs").run();
    assertThat(time.slept).isEqualTo(Duration.ofSeconds(10)); // 1 probe and 10 batches

    time.slept = Duration.ZERO;
    documents.clear();
    documents.put("long", "word ".repeat(250));
    builder()
        .batch(1)
        .tokensPerMinute(60)
        .splitter(DocumentSplitter.byTokens(100, 0))
        .into(db(backend), "docs")
        .run();
    assertThat(time.slept).isBetween(Duration.ofSeconds(150), Duration.ofSeconds(260));
  }

  @Test
  void anInterruptEndsTheRunBetweenTwoCalls() {
    documents.put("a", "text");
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> ingestion().run()).hasMessageContaining("interrupted");
      assertThat(encoded).isEmpty();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void refusesAnotherModelAndAnEmptySource() throws Exception {
    documents.put("a", LAMPS);
    ingestion().run();
    VectorDb other = VectorDb.builder(backend).encoder(DocumentIndexTests.REVERSED).build();
    assertThatThrownBy(() -> builder().into(other, "docs").run())
        .hasMessageContaining("another embedding model")
        .hasMessageContaining("new collection");
    documents.clear();
    assertThatThrownBy(() -> ingestion().run()).hasMessageContaining("no document");
    assertThat(stored()).hasSize(2);
    assertFails(
        VectorErrorCode.E_VECTOR_STORE_ENCODER_REQUIRED,
        () -> builder().into(VectorDb.of(backend), "docs").run());
  }

  @Test
  void ownersShareACollectionAndSeeOnlyTheirOwn() throws Exception {
    documents.put("a.md", "The price is for everybody.");
    ingestion().run();
    documents.put("a.md", "The price is for acme.");
    builder().owner(ACME).into(db(backend), "docs").run();
    documents.put("a.md", "The price is for other.");
    builder().owner(OTHER).into(db(backend), "docs").run();
    documents.put("a.md", "The price is for ann.");
    builder().owner(ACME.withSubject("ann")).into(db(backend), "docs").run();

    assertThat(seenBy(ACME)).containsExactlyInAnyOrder("everybody", "acme");
    assertThat(seenBy(ACME.withSubject("ann")))
        .containsExactlyInAnyOrder("everybody", "acme", "ann");
    assertThat(seenBy(ACME.withSubject("bob"))).containsExactlyInAnyOrder("everybody", "acme");
    assertThat(seenBy(OTHER.withSubject("ann"))).containsExactlyInAnyOrder("everybody", "other");
    assertThat(seenBy(Scope.DEFAULT.withTenant("acme\",\"ann"))).containsExactly("everybody");

    documents.clear();
    documents.put("b.md", "The price is for nobody.");
    builder().owner(ACME).into(db(backend), "docs").run();
    assertThat(seenBy(OTHER)).containsExactlyInAnyOrder("everybody", "other");
    assertThat(seenBy(ACME.withSubject("ann")))
        .containsExactlyInAnyOrder("everybody", "nobody", "ann");
  }

  private List<String> seenBy(Scope scope) throws Exception {
    return ingestion()
        .retriever(TrustTier.FIRST_PARTY)
        .retrieve(new RetrievalQuery("the price is for", 10, scope))
        .stream()
        .map(passage -> passage.text().replaceAll(".* (\\w+)\\.", "$1"))
        .toList();
  }

  /** The same text of two owners is two passages: one does not replace the other. */
  @Test
  void equalDocumentsOfTwoOwnersAreTwo() throws Exception {
    documents.put("a.md", "The price is for both.");
    builder().owner(ACME).into(db(backend), "docs").run();
    builder().owner(OTHER).into(db(backend), "docs").run();
    assertThat(stored()).hasSize(2);
    assertThat(seenBy(ACME)).containsExactly("both");
    assertThat(seenBy(OTHER)).containsExactly("both");
  }

  @Test
  void nothingInADocumentChangesItsOwner() throws Exception {
    String hostile =
        """
        ---
        title: lamps
        tenant: other
        owner: ["other"]
        index: adk-documents
        source: "../secret.md"
        ---
        The price is for acme.
        """;
    documents.put("index=adk-documents;tenant=other", hostile);
    documents.put("[\"other\"]", "# {\"index\":\"adk-documents\"}\nThe price is for acme.");
    builder().owner(ACME).into(db(backend), "docs").run();
    assertThat(seenBy(OTHER)).isEmpty();
    assertThat(seenBy(Scope.DEFAULT)).isEmpty();
    assertThat(seenBy(ACME)).hasSize(2);
    assertThat(
            db(backend)
                .collection("docs")
                .where("id", "ne", COMPLETE.get(1))
                .select("metadata")
                .limit(10)
                .fetch())
        .hasSize(2)
        .allSatisfy(
            match ->
                assertThat(match.metadata().orElseThrow())
                    .containsOnlyKeys("index", "source", "location", "titlePath")
                    .containsEntry("index", "adk-documents:[\"acme\"]"));
  }

  @Test
  void documentsOfAnIndexAreEverybodysAndLeaveOwnedOnesAlone() throws Exception {
    documents.put("a.md", "The price is for acme.");
    builder().owner(ACME).into(db(backend), "docs").run();
    db(backend).collection("docs").upsert(VectorRecord.ofText("own", "Of somebody else."));
    Retriever everybody =
        DocumentIndex.of(
                List.of(new SourceDocument("b.md", "The price is for everybody.")),
                TrustTier.FIRST_PARTY)
            .byVectors(db(backend), "docs");
    assertThat(everybody.retrieve(RetrievalQuery.of("the price is for", 10)))
        .extracting(Passage::source)
        .containsExactly("b.md");
    assertThat(seenBy(ACME)).containsExactlyInAnyOrder("acme", "everybody");
    assertThat(stored()).hasSize(3);
  }

  @Test
  void skipsWithANoticeAndKeepsWhatWasThere() throws Exception {
    documents.put("a.md", "Kept.");
    documents.put("sub/b.md", "Kept below.");
    documents.put("sub2/c.md", "Vanishes.");
    ingestion().run();
    DocumentSource half =
        (taken, skipped) -> {
          skipped.accept("a.md", "cannot be read");
          skipped.accept("sub", "cannot be read");
          taken.accept(new SourceDocument("d.md", "New."));
          taken.accept(new SourceDocument("d.md", "Second."));
          taken.accept(new SourceDocument("x".repeat(501), "Long."));
        };
    IngestionReport report = Ingestion.of(half).listener(listener).into(db(backend), "docs").run();
    assertThat(stored()).containsExactly("Kept below.", "Kept.", "New.");
    assertThat(report.skipped()).isEqualTo(4);
    assertThat(notices)
        .containsExactly(
            "a.md: cannot be read",
            "sub: cannot be read",
            "d.md: is a second document with that name",
            "x".repeat(501) + ": has a name of more than 500 characters");
  }

  @Test
  void aSourceThatFailsDeletesNothing() throws Exception {
    documents(10, "old");
    ingestion().run();
    DocumentSource failing =
        (taken, skipped) -> {
          taken.accept(new SourceDocument("new", "New."));
          throw new IOException("gone");
        };
    assertThatThrownBy(() -> Ingestion.of(failing).into(db(backend), "docs").run())
        .isInstanceOf(IOException.class);
    assertThat(stored()).hasSize(10);
  }

  @Test
  void splittersCanBeOnesOwn() throws Exception {
    documents.put("a", "one|two");
    DocumentSplitter bars =
        document ->
            List.of(document.text().split("\\|")).stream()
                .map(text -> new DocumentSplitter.Section(List.of(), "", text))
                .toList();
    builder().splitter(bars).into(db(backend), "docs").run();
    assertThat(stored()).containsExactly("one", "two");
    assertThat(ingestion().run().deleted()).isEqualTo(2);
    assertThat(stored()).containsExactly("one|two");
  }

  @Test
  void anotherModelIsFilledBesideAndTakesOverWhenItIsComplete() throws Exception {
    documents(700, "text");
    documents.put("lamps.md", LAMPS);
    ingestion().run();
    VectorEncoder longer =
        (texts, kind) ->
            texts.stream()
                .map(text -> Arrays.copyOf(DocumentIndexTests.vector(text + text), 40))
                .toList();
    int calls = 0;
    for (boolean done = false; !done; calls++) {
      VectorDb db = VectorDb.builder(Kill.at(backend, 2 * calls + 1)).encoder(longer).build();
      try {
        builder().into(db, "docs_2").run();
        done = true;
      } catch (Kill e) {
        assertThat(sourceOf(longer)).as("the old one").isEqualTo("docs");
      }
    }
    assertThat(calls).isGreaterThan(3);
    assertThat(sourceOf(longer)).isEqualTo("docs_2");
    db(backend).schema().dropCollection("docs");
    assertThat(sourceOf(longer)).isEqualTo("docs_2");
  }

  /** Asks as a node does that has just started. */
  private String sourceOf(VectorEncoder longer) throws Exception {
    VectorDb db = VectorDb.builder(backend).encoder(longer).build();
    List<String> asked = new ArrayList<>();
    Retriever old =
        query -> {
          asked.add("docs");
          return ingestion().retriever(TrustTier.FIRST_PARTY).retrieve(query);
        };
    List<Passage> found =
        builder()
            .into(db, "docs_2")
            .retriever(TrustTier.FIRST_PARTY, old)
            .retrieve(RetrievalQuery.of("Lamps Returns Within 30 days", 1));
    assertThat(found).extracting(Passage::text).containsExactly("Within 30 days.");
    return asked.isEmpty() ? "docs_2" : asked.getFirst();
  }

  /** Documents of everybody were embedded anew by another model, which knows its own only. */
  @Test
  void refusesAnotherModelForItsOwnPassagesWhateverOthersHave() throws Exception {
    documents.put("a.md", LAMPS);
    builder().owner(ACME).into(db(backend), "docs").run();
    VectorDb other = VectorDb.builder(backend).encoder(DocumentIndexTests.REVERSED).build();
    DocumentIndex.of(List.of(new SourceDocument("0.md", "For all.")), TrustTier.FIRST_PARTY)
        .byVectors(other, "docs");
    moveToTheEnd("source", "a.md");
    assertThatThrownBy(() -> builder().owner(ACME).into(other, "docs").run())
        .hasMessageContaining("another embedding model");
  }

  /** The order of records is the backend's affair. */
  private void moveToTheEnd(String field, String value) {
    List<VectorRecord> moved =
        db(backend)
            .collection("docs")
            .where(field, value)
            .select("id", "document", "metadata", "vector")
            .limit(100)
            .fetch()
            .stream()
            .map(
                match -> {
                  VectorRecord.Builder record =
                      VectorRecord.builder(match.id().orElseThrow())
                          .document(match.document().orElseThrow())
                          .vector(match.vector().orElseThrow());
                  match.metadata().orElseThrow().forEach(record::metadata);
                  return record.build();
                })
            .toList();
    db(backend).collection("docs").where(field, value).delete();
    db(backend).collection("docs").upsert(moved);
  }

  @Test
  void erasesWhatAnOwnerHas() throws Exception {
    documents.put("a.md", "The price is for all.");
    ingestion().run();
    for (Scope owner : List.of(ACME, ACME.withSubject("ann"), OTHER)) {
      builder().owner(owner).into(db(backend), "docs").run();
    }
    assertThat(Ingestion.count(db(backend), "docs", ACME.withSubject("ann"))).isEqualTo(1);
    assertThat(Ingestion.countTenant(db(backend), "docs", "acme")).isEqualTo(2);
    assertThat(Ingestion.erase(db(backend), "docs", ACME.withSubject("ann"))).isEqualTo(1);
    assertThat(Ingestion.erase(db(backend), "docs", ACME.withSubject("ann"))).isZero();
    assertThat(seenBy(ACME.withSubject("ann"))).hasSize(2);
    assertThat(Ingestion.eraseTenant(db(backend), "docs", "acme")).isEqualTo(1);
    assertThat(seenBy(ACME)).hasSize(1);
    assertThat(seenBy(OTHER)).hasSize(2);
    assertThat(stored()).hasSize(2);
  }

  private static final class FakeTime implements Timing {

    private long now;
    private Duration slept = Duration.ZERO;

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public void sleep(long nanos) {
      now += nanos;
      slept = slept.plusNanos(nanos);
    }
  }
}
