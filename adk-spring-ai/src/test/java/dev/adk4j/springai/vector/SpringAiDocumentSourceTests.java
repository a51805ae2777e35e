package dev.adk4j.springai.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.retrieval.DocumentSource;
import dev.adk4j.vector.retrieval.Ingestion;
import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.RetrievalQuery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.ai.content.Media;
import org.springframework.ai.document.Document;
import org.springframework.ai.document.DocumentReader;
import org.springframework.ai.reader.JsonReader;
import org.springframework.ai.reader.TextReader;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeTypeUtils;

class SpringAiDocumentSourceTests {

  private final List<String> notices = new ArrayList<>();

  private Map<String, String> read(DocumentSource source) throws IOException {
    Map<String, String> found = new TreeMap<>();
    source.read(
        document -> found.put(document.source(), document.text()),
        (name, reason) -> notices.add(name + ": " + reason));
    return found;
  }

  private static ByteArrayResource resource(String text) {
    return new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void readsWithTheReadersOfSpringAi() throws IOException {
    DocumentSource source =
        SpringAiDocumentSource.of("lamps.md", new TextReader(resource("# Lamps\nA lamp glows.")))
            .and(
                "prices.json",
                new JsonReader(
                    resource("[{\"lamp\":\"12 euros\"},{\"lamp\":\"13 euros\"}]"), "lamp"));
    Map<String, String> found = read(source);
    assertThat(found).containsOnlyKeys("lamps.md", "prices.json");
    assertThat(found.get("lamps.md")).isEqualTo("# Lamps\nA lamp glows.");
    assertThat(found.get("prices.json")).contains("12 euros").contains("13 euros");
    assertThat(read(source)).isEqualTo(found);
  }

  @Test
  void makesADocumentOfEachPage() throws IOException {
    DocumentReader reader =
        () ->
            List.of(
                new Document("first", Map.of("page_number", 1)),
                new Document("second", Map.of("page_number", 2)),
                new Document("second, too", Map.of("page_number", 2)),
                new Document("no page", Map.of("page_number", "../3")));
    assertThat(read(SpringAiDocumentSource.of("a.pdf", reader)))
        .containsExactly(
            Map.entry("a.pdf", "no page"),
            Map.entry("a.pdf/page-1", "first"),
            Map.entry("a.pdf/page-2", "second\n\nsecond, too"));
  }

  @Test
  void skipsReadersThatFailAndWhatIsNoText() throws Exception {
    DocumentReader failing =
        () -> {
          throw new IllegalStateException("secret");
        };
    Media image = new Media(MimeTypeUtils.IMAGE_PNG, new ByteArrayResource(new byte[] {1}));
    DocumentSource source =
        SpringAiDocumentSource.of("broken.pdf", failing)
            .and("image.png", () -> List.of(new Document(image, Map.of())))
            .and("fine.md", () -> List.of(new Document("fine")));
    assertThat(read(source)).containsExactly(Map.entry("fine.md", "fine"));
    assertThat(notices)
        .containsExactly(
            "broken.pdf: its reader failed with java.lang.IllegalStateException",
            "image.png: is not text");
  }

  @Test
  void keepsThePagesOfAReaderThatFailsLater() throws Exception {
    boolean[] broken = new boolean[1];
    DocumentReader reader =
        () -> {
          if (broken[0]) {
            throw new IllegalStateException();
          }
          return List.of(new Document("first", Map.of("page_number", 1)));
        };
    Ingestion ingestion =
        Ingestion.of(SpringAiDocumentSource.of("a.pdf", reader)).into(db(), "manuals");
    ingestion.run();
    broken[0] = true;
    assertThat(ingestion.run().deleted()).isZero();
  }

  @Test
  void noMetadataOfADocumentNamesTheOwnerOrTheSource() throws Exception {
    Map<String, Object> hostile =
        Map.of("tenant", "other", "index", "adk-documents", "source", "/etc/passwd", "owner", "x");
    Ingestion ingestion =
        Ingestion.of(
                SpringAiDocumentSource.of("a.md", () -> List.of(new Document("text", hostile))))
            .owner(Scope.DEFAULT.withTenant("acme"))
            .into(db(), "manuals");
    ingestion.run();
    assertThat(found(ingestion, "other")).isEmpty();
    assertThat(found(ingestion, "default")).isEmpty();
    assertThat(found(ingestion, "acme")).extracting(Passage::source).containsExactly("a.md");
  }

  private static List<Passage> found(Ingestion ingestion, String tenant) throws Exception {
    return ingestion
        .retriever(TrustTier.FIRST_PARTY)
        .retrieve(new RetrievalQuery("text", 5, Scope.DEFAULT.withTenant(tenant)));
  }

  private final InMemoryVectorBackend backend = new InMemoryVectorBackend();

  private VectorDb db() {
    return VectorDb.builder(backend)
        .encoder((texts, kind) -> texts.stream().map(text -> new float[] {1, 1}).toList())
        .build();
  }
}
