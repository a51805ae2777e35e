package dev.adk4j.boot.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.client.AgentClient;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.ErasureTarget;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.retrieval.Ingestion;
import dev.adk4j.vector.retrieval.IngestionListener;
import dev.adk4j.vector.retrieval.Retriever;
import dev.adk4j.vector.retrieval.SourceDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class AdkIngestionAutoConfigurationTests {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path folder;

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(
              AdkAutoConfiguration.class,
              OwnConfigurations.named("vector.AdkVectorAutoConfiguration"),
              AdkIngestionAutoConfiguration.class,
              AdkRetrievalAutoConfiguration.class)
          .withBean(StorageAdapter.class, InMemoryStorageAdapter::new)
          .withBean(ScriptedExecutor.class, () -> ScriptedExecutor.saying("fine"))
          .withBean(
              VectorEncoder.class,
              () ->
                  (texts, kind) ->
                      texts.stream().map(AdkIngestionAutoConfigurationTests::vector).toList())
          .withPropertyValues(
              "adk.vector.backend=in-memory", "management.endpoints.web.exposure.include=*");

  private final ContextStarter withActuator =
      runner.and(EndpointAutoConfiguration.class, WebEndpointAutoConfiguration.class);

  private static float[] vector(String text) {
    float[] vector = new float[64];
    for (String word : text.toLowerCase(Locale.ROOT).split("\\W+")) {
      vector[Math.floorMod(word.hashCode(), 64)]++;
    }
    return vector;
  }

  @BeforeEach
  void documents() throws Exception {
    Files.writeString(folder.resolve("lamps.md"), "# Lamps\nA lamp glows.");
    Files.writeString(folder.resolve("chairs.md"), "# Chairs\nA chair stands.");
  }

  private String property() {
    return "adk.retrieval.ingestion.folder=" + folder;
  }

  private static List<Retrievable> seenBy(AssertableApplicationContext context, String tenant) {
    context
        .getBean(AgentClient.class)
        .conversation(Scope.of(tenant, "anna", "c1"))
        .send("Which lamp glows?");
    return context.getBean(ScriptedExecutor.class).lastSeen().retrievables();
  }

  @Test
  void nothingIsIngestedWithoutAProperty() {
    assertThat(withActuator.start())
        .hasNotFailed()
        .doesNotHaveBean(Ingestion.class)
        .doesNotHaveBean(IngestionRuns.class)
        .doesNotHaveBean(AdkIngestionEndpoint.class);
  }

  @Test
  void theFolderAloneIsRunByTheApplicationAndSearchedInTurns() throws Exception {
    var context = runner.start(property());
    assertThat(context).hasNotFailed().doesNotHaveBean(AdkIngestionEndpoint.class);
    assertThat(seenBy(context, "acme")).isEmpty();
    assertThat(context.getBean(Ingestion.class).run().embedded()).isEqualTo(2);
    Retrievable first = seenBy(context, "acme").getFirst();
    assertThat(first.contentString()).isEqualTo("A lamp glows.");
    assertThat(first.source()).hasValue("lamps.md#lamps");
    assertThat(first.trustTier()).isEqualTo(TrustTier.THIRD_PARTY_PRIVATE);
  }

  @Test
  void theOwnerComesFromTheProperties() throws Exception {
    var context =
        runner.start(
            property(),
            "adk.retrieval.ingestion.tenant=acme",
            "adk.retrieval.ingestion.trust-tier=first-party");
    context.getBean(Ingestion.class).run();
    assertThat(seenBy(context, "acme").getFirst().trustTier()).isEqualTo(TrustTier.FIRST_PARTY);
    assertThat(seenBy(context, "other")).isEmpty();
  }

  @Test
  void runsWithTheApplicationAndAgainAfterThePause() throws Exception {
    var context = runner.start(property(), "adk.retrieval.ingestion.every=50ms");
    await().atMost(PATIENCE).until(() -> !seenBy(context, "acme").isEmpty());
    Files.writeString(folder.resolve("lamps.md"), "# Lamps\nThe lamp glows green.");
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                seenBy(context, "acme").getFirst().contentString().equals("The lamp glows green."));
  }

  @Test
  void theEndpointShowsCountsAndStartsARun() throws Exception {
    var context = withActuator.start(property(), "adk.retrieval.ingestion.endpoint=true");
    AdkIngestionEndpoint endpoint = context.getBean(AdkIngestionEndpoint.class);
    assertThat(endpoint.runs().get("adkIngestion")).isEqualTo(IngestionRuns.Run.NONE);
    assertThat(endpoint.run("nope").getStatus()).isEqualTo(404);
    assertThat(endpoint.run("adkIngestion").getStatus()).isEqualTo(202);
    await().atMost(PATIENCE).until(() -> last(endpoint).report() != null);
    assertThat(last(endpoint).report().embedded()).isEqualTo(2);
    Files.delete(folder.resolve("lamps.md"));
    Files.delete(folder.resolve("chairs.md"));
    assertThat(endpoint.run("adkIngestion").getStatus()).isEqualTo(202);
    await().atMost(PATIENCE).until(() -> last(endpoint).failure() != null);
    assertThat(last(endpoint).failure()).isEqualTo("E_INVALID_VECTOR_STORE_CONFIG");
    assertThat(last(endpoint).report().embedded()).isEqualTo(2);
  }

  private static IngestionRuns.Run last(AdkIngestionEndpoint endpoint) {
    return (IngestionRuns.Run) endpoint.runs().get("adkIngestion");
  }

  @Configuration(proxyBeanMethods = false)
  static class Blocked {

    private final CountDownLatch entered = new CountDownLatch(1);
    private final AtomicInteger interrupted = new AtomicInteger();

    @Bean
    Ingestion blocked(VectorDb db) {
      return Ingestion.of(
              (documents, skipped) -> {
                entered.countDown();
                try {
                  new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                  interrupted.incrementAndGet();
                  Thread.currentThread().interrupt();
                }
                documents.accept(new SourceDocument("late", "text"));
              })
          .into(db, "blocked");
    }
  }

  @Test
  void oneRunAtATimeWhichEndsWithTheApplication() {
    Blocked[] blocked = new Blocked[1];
    withActuator
        .withUserConfiguration(Blocked.class)
        .withPropertyValues(property(), "adk.retrieval.ingestion.endpoint=true")
        .run(
            context -> {
              blocked[0] = context.getBean(Blocked.class);
              assertThat(context.getBeansOfType(Ingestion.class)).containsOnlyKeys("blocked");
              AdkIngestionEndpoint endpoint = context.getBean(AdkIngestionEndpoint.class);
              assertThat(endpoint.run("blocked").getStatus()).isEqualTo(202);
              assertThat(endpoint.run("blocked").getStatus()).isEqualTo(409);
              blocked[0].entered.await();
            });
    assertThat(blocked[0].interrupted).hasValue(1);
  }

  @Test
  void aListenerBeanHearsWhatIsSkipped() throws Exception {
    Files.write(folder.resolve("binary.md"), new byte[] {0});
    List<String> notices = new CopyOnWriteArrayList<>();
    runner
        .withBean(
            IngestionListener.class,
            () ->
                new IngestionListener() {
                  @Override
                  public void skipped(String source, String reason) {
                    notices.add(source + " " + reason);
                  }
                })
        .withPropertyValues(property())
        .run(context -> context.getBean(Ingestion.class).run());
    assertThat(notices).containsExactly("binary.md is not text");
  }

  @Test
  void anApplicationsOwnRetrieverWins() {
    Retriever own = query -> List.of();
    var context = runner.withBean("own", Retriever.class, () -> own).start(property());
    assertThat(context.getBean(Retriever.class)).isSameAs(own);
  }

  @Test
  void refusesWhatMakesNoSense() {
    refuses("is not a folder", "adk.retrieval.ingestion.folder=" + folder.resolve("nothing"));
    refuses("is set together with", property(), "adk.retrieval.documents=file:" + folder + "/*.md");
    refuses(
        "needs adk.retrieval.ingestion.tenant", property(), "adk.retrieval.ingestion.subject=anna");
    refuses("must be longer than 0", property(), "adk.retrieval.ingestion.every=0s");
    refuses("must be a letter", property(), "adk.retrieval.ingestion.collection=a-b");
  }

  private void refuses(String reason, String... properties) {
    var context = runner.start(properties);
    assertThat(context).hasFailed();
    assertThat(context.getStartupFailure()).rootCause().hasMessageContaining(reason);
  }

  @Test
  void worksWithoutAnActuator() {
    runner
        .withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
        .withPropertyValues(property(), "adk.retrieval.ingestion.endpoint=true")
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Ingestion.class));
  }

  @Test
  void anErasureTakesThePassagesOfTheSubjectAndOfTheTenant() throws Exception {
    var context =
        runner
            .and(
                DataSourceAutoConfiguration.class,
                OwnConfigurations.named("jdbc.AdkJdbcStorageAutoConfiguration"))
            .start(
                property(),
                "adk.retrieval.ingestion.tenant=acme",
                "adk.retrieval.ingestion.subject=anna",
                "adk.jdbc.schema=create-if-missing",
                "spring.datasource.generate-unique-name=true");
    assertThat(context.getBean(Ingestion.class).run().embedded()).isEqualTo(2);
    AdkStorageAdmin admin = context.getBean(AdkStorageAdmin.class);
    ErasureTarget bob = new ErasureTarget.Subject("acme", "bob");
    ErasureTarget anna = new ErasureTarget.Subject("acme", "anna");
    assertThat(admin.erase(bob).passages()).isZero();
    assertThat(seenBy(context, "acme")).hasSize(2);
    assertThat(admin.preview(anna).passages()).isEqualTo(2);
    assertThat(admin.erase(anna).passages()).isEqualTo(2);
    assertThat(seenBy(context, "acme")).isEmpty();
    assertThat(context.getBean(Ingestion.class).run().embedded()).isEqualTo(2);
    assertThat(admin.erase(new ErasureTarget.Tenant("acme")).passages()).isEqualTo(2);
  }
}
