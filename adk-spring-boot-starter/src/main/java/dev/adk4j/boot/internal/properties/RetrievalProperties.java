package dev.adk4j.boot.internal.properties;

import dev.adk4j.primitive.TrustTier;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param documents Markdown and text files in UTF-8 that turns are answered from: Spring resource
 *     patterns that begin with classpath: or file:. The files are trusted like the application
 *     itself. A pattern that matches no file fails the startup. If unset, no documents are read.
 * @param limit Maximum number of passages that a turn receives. The default is an amount that a
 *     model can read without losing focus on the question.
 * @param collection Collection of the vector store that holds the passages of the documents if
 *     there is an embedding model. Applications that share a database need one each.
 * @param language Language of the documents and of the folder of adk.retrieval.ingestion, such as
 *     english. Their words are then searched in addition to the vectors of an embedding model, and
 *     the two rankings are fused. With none, only vectors are searched. If unset, words are
 *     compared unchanged, in any language, if the vector store can search by words, because both
 *     together find more than either.
 * @param passageTokens Maximum number of tokens of a passage with the headings above it, at least
 *     32, in the documents and in the folder of adk.retrieval.ingestion; code blocks and tables
 *     stay whole up to three times as many. A DocumentSplitter bean takes precedence. If unset,
 *     passages of documents have about 1,200 characters, and those of the folder 300 tokens.
 * @param rewrite Part that rewrites a user's message and the conversation to a question that can be
 *     searched for: model, which calls the chat model once for each turn. A QueryRewriter bean
 *     takes precedence. If unset, the message itself is searched for.
 * @param rerank Part that reorders the passages found: diverse, which moves repetitions to the end
 *     and requires an embedding model; late-interaction, which requires a bean of the type
 *     Reranker.TokenEncoder; judge, which calls the chat model once for each question. A Reranker
 *     bean takes precedence. If unset, the order of the search is kept.
 * @param ingestion Folder that is ingested while the application runs.
 */
public record RetrievalProperties(
    @DefaultValue List<String> documents,
    @DefaultValue("5") int limit,
    @DefaultValue("adk_documents") String collection,
    @Nullable String language,
    @Nullable Integer passageTokens,
    @Nullable Rewrite rewrite,
    @Nullable Rerank rerank,
    @DefaultValue RerankLimits rerankLimits,
    @DefaultValue Ingestion ingestion) {

  static final RetrievalProperties DEFAULTS =
      new RetrievalProperties(
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

  public RetrievalProperties {
    PropertyRules.atLeast("adk.retrieval.limit", limit, 1);
    PropertyRules.identifier("adk.retrieval.collection", collection, 63);
    PropertyRules.between("adk.retrieval.passage-tokens", passageTokens, 32, Integer.MAX_VALUE / 3);
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
      PropertyRules.atLeast("adk.retrieval.rerank-limits.tokens", tokens, 1);
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
      PropertyRules.positive("adk.retrieval.ingestion.every", every);
      PropertyRules.within(
          "adk.retrieval.ingestion.subject", subject, "adk.retrieval.ingestion.tenant", tenant);
    }
  }
}
