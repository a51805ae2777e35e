package dev.adk4j.sample.library;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.storage.RetrievableStorage;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.Near;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.retrieval.VectorRetrievables;
import java.time.Instant;
import java.util.Optional;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Search over the documentation as the agent's retrievables. The four callbacks of this bean
 * replace those of the storage module; everything else stays with it.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LibraryProperties.class)
class LibraryConfiguration {

  private static final int MAX_QUESTION = 2_000;

  @Bean
  KeptVectors passageVectors(LibraryProperties properties) {
    return new KeptVectors(new MiniLmEncoder(), MiniLmEncoder.DIMENSIONS, properties.cache());
  }

  @Bean
  VectorDb documentationDb(KeptVectors encoder) {
    return VectorDb.builder(new InMemoryVectorBackend()).encoder(encoder).build();
  }

  @Bean
  DocumentIndex documentIndex(VectorDb db, DocumentShelf shelf, KeptVectors vectors) {
    return new DocumentIndex(db, shelf, vectors);
  }

  /** First party: whoever deploys the application has packed these pages. */
  @Bean
  RetrievableStorage documentation(VectorDb db, LibraryProperties properties) {
    return VectorRetrievables.builder(db, DocumentIndex.COLLECTION)
        .trustTier(TrustTier.FIRST_PARTY)
        .topK(properties.topK())
        .minScore(properties.minScore())
        .deriveQuery(LibraryConfiguration::question)
        .toRetrievable(LibraryConfiguration::retrievable)
        .build();
  }

  /** Returns the last message. The turn has it already, so storage is not read. */
  private static Optional<Near> question(AgentContext ctx) {
    return ctx.turnMessages().stream()
        .filter(m -> m.role() == MessageRole.USER)
        .reduce((first, second) -> second)
        .flatMap(m -> m.content())
        .map(content -> Near.text(beginning(content.render(ctx))));
  }

  /** More than a question takes long to embed and says less. */
  private static String beginning(String text) {
    return text.length() <= MAX_QUESTION ? text : text.substring(0, MAX_QUESTION);
  }

  /** The heading is part of what is compared, and not of what is quoted. */
  private static Retrievable.Builder retrievable(VectorMatch match) {
    Retrievable.Builder draft = Retrievable.builder().id(match.id().orElseThrow());
    match
        .metadata()
        .ifPresent(
            stored -> {
              draft.content(String.valueOf(stored.get("text")));
              draft.source(String.valueOf(stored.get("source")));
              draft.kind(String.valueOf(stored.get("kind")));
            });
    match.score().ifPresent(draft::score);
    Instant packed = Instant.EPOCH;
    return draft.createdAt(packed).updatedAt(packed);
  }
}
