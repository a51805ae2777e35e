package dev.adk4j.vector.retrieval;

import dev.adk4j.client.Answer;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.token.Tokenizable;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Provides numbered passages that an answer can cite: as retrievables of a turn, and by the tool
 * {@code search_documents} for models that search themselves. Both share the numbers of a turn, and
 * a passage that is found again keeps its number. Thread-safe.
 *
 * {@snippet :
 * CitedRetrieval cited = CitedRetrieval.of(guides, 5);
 * Tool search = cited.tool(); // a bean, or one of the agent's tools
 * Answer answer = agent.send("Who pays the postage?");
 * boolean right = cited.citations(answer).map(Citations::allRight).orElse(true);
 * }
 *
 * <p>The passages of the last 1,000 turns of this process are cached for {@link #citations}. A turn
 * that resumes in another process restores the numbers from the records of its calls; its
 * retrievables are searched for again there.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class CitedRetrieval {

  private static final String INSTRUCTION =
      "Passages have numbers in square brackets. Put the number of the passage that a statement comes"
          + " from behind the statement, such as [2]. Cite no number that you were not given.";

  private static final String TOOL = "search_documents";

  private static final String SCHEMA =
      """
      {"type": "object", "required": ["query"], "properties":
       {"query": {"type": "string", "minLength": 1, "maxLength": 2000,
        "description": "What to look for, in words of the documents."}}}
      """;

  private final Retriever retriever;
  private final int limit;
  private final TurnPassages turns = new TurnPassages();

  private CitedRetrieval(Retriever retriever, int limit) {
    this.retriever = Objects.requireNonNull(retriever, "retriever");
    this.limit = limit;
    Violations.require(limit >= 1, "$.limit", "range", "must be 1 or more");
  }

  /**
   * @param limit maximum number of passages for one question, at least 1
   */
  public static CitedRetrieval of(Retriever retriever, int limit) {
    return new CitedRetrieval(retriever, limit);
  }

  /**
   * Returns the tool {@code search_documents}. Its only argument is the query; the turn's scope
   * restricts the search to its owner's passages.
   */
  public Tool tool() {
    return Tool.artifactTool(TOOL)
        .description(
            "Searches the documents and returns passages with numbers. Put the number of the passage"
                + " that a statement comes from behind the statement, such as [2].")
        .inputSchema(SCHEMA)
        .readOnly(true)
        .handler(
            (args, ctx, meta) -> {
              Map<Integer, Passage> found = find(args.path("query").asString(), ctx);
              return ToolOutput.text(RecordedPassages.write(found));
            })
        .build();
  }

  /**
   * Returns middleware that works like {@link Retriever#inTurn}, puts the number of each passage
   * before its source, and adds an instruction to cite.
   */
  public TurnMiddleware inTurn() {
    return (ctx, next) -> {
      String question = RetrieveInTurn.asked(ctx);
      if (!question.isBlank()) {
        hydrate(ctx, question);
      }
      next.proceed();
    };
  }

  private void hydrate(TurnContext ctx, String question) throws Exception {
    Instant now = ctx.clock().instant();
    Map<Integer, Passage> found = find(question, ctx);
    found.forEach(
        (number, passage) -> {
          String cited = "[" + number + "] " + passage.cited();
          ctx.turnRetrievables().add(passage.toRetrievable(now, cited));
        });
    if (!found.isEmpty()) {
      ctx.standingInstructions().add(Tokenizable.of(INSTRUCTION));
    }
  }

  /** Finds passages and numbers them; restores the numbers if the turn began in another process. */
  private Map<Integer, Passage> find(String query, AgentContext ctx) throws Exception {
    List<Passage> found = retriever.retrieve(new RetrievalQuery(query, limit, ctx.scope()));
    if (!turns.knows(ctx.turnId())) {
      turns.restore(ctx.turnId(), RecordedPassages.ofTurn(ctx, TOOL));
    }
    return turns.number(ctx.turnId(), found);
  }

  /**
   * Returns the checked marks of an answer. The tool's passages are also restored from the calls of
   * the answer, in any process. Empty if the turn received no passage, or this object does not know
   * all of them.
   */
  public Optional<Citations> citations(Answer answer) {
    turns.restore(answer.turnId(), RecordedPassages.of(answer.toolCalls(), TOOL));
    return citations(answer.turnId(), answer.text());
  }

  /** Returns the checked marks of a turn's text, as {@link #citations(Answer)} does. */
  public Optional<Citations> citations(String turnId, String text) {
    return turns.of(turnId).map(passages -> Citations.check(text, passages));
  }
}
