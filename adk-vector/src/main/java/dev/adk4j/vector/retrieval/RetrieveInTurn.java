package dev.adk4j.vector.retrieval;

import dev.adk4j.error.Violations;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.vector.retrieval.RetrievalListener.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Adds the passages for the newest message of the user to the turn. */
record RetrieveInTurn(
    Retriever retriever, int limit, @Nullable QueryRewriter rewriter, RetrievalListener listener)
    implements TurnMiddleware {

  /** A longer text costs more to encode than it adds, and models reject long ones. */
  private static final int LONGEST_QUESTION = 2_000;

  private static final int MOST_QUESTIONS = 4;

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  RetrieveInTurn {
    Objects.requireNonNull(listener, "listener");
    Violations.require(limit >= 1, "$.limit", "range", "must be 1 or more");
  }

  @Override
  public void handle(TurnContext ctx, Next next) throws Exception {
    String question = asked(ctx);
    if (!question.isBlank()) {
      Instant now = ctx.clock().instant();
      List<Passage> passages = retrieve(question, ctx);
      long began = System.nanoTime();
      for (Passage found : passages) {
        ctx.turnRetrievables().add(found.toRetrievable(now, found.cited()));
      }
      listener.finished(Stage.HYDRATE, passages.size(), began);
    }
    next.proceed();
  }

  private List<Passage> retrieve(String question, TurnContext ctx) throws Exception {
    if (rewriter == null) {
      return retriever.retrieve(new RetrievalQuery(question, limit, ctx.scope()));
    }
    List<List<Passage>> found = new ArrayList<>();
    for (String text : rewritten(rewriter, question, ctx)) {
      found.add(retriever.retrieve(new RetrievalQuery(text, limit, ctx.scope())));
    }
    long began = System.nanoTime();
    List<Passage> fused = PassageFusion.fuse(found, limit);
    if (found.size() > 1) {
      listener.finished(Stage.FUSE, fused.size(), began);
    }
    return fused;
  }

  private List<String> rewritten(QueryRewriter rewriter, String question, TurnContext ctx)
      throws Exception {
    List<Message> earlier =
        ctx.turnMessages().snapshot().stream()
            .filter(message -> !beginning(message.text()).equals(question))
            .toList();
    Bounded.Result<List<String>> made =
        Bounded.call("query rewriter", PATIENCE, () -> rewriter.rewrite(question, earlier));
    List<String> texts =
        made.orElse(List.of()).stream()
            .filter(text -> text != null && !text.isBlank())
            .map(RetrieveInTurn::beginning)
            .distinct()
            .limit(MOST_QUESTIONS)
            .toList();
    made.tell(listener, Stage.REWRITE, texts.size());
    return texts.isEmpty() ? List.of(question) : texts;
  }

  /** Returns the beginning of the newest text of the user; empty without one. */
  static String asked(TurnContext ctx) {
    return beginning(question(ctx).orElse(""));
  }

  /** Returns the newest text of the user; includes the input even if no middleware accepts it. */
  private static Optional<String> question(TurnContext ctx) {
    return Stream.of(ctx.input(), ctx.turnMessages())
        .flatMap(
            messages ->
                messages.stream()
                    .filter(message -> message.role() == MessageRole.USER)
                    .map(Message::content)
                    .flatMap(Optional::stream)
                    .reduce((older, newer) -> newer)
                    .stream())
        .findFirst()
        .map(content -> content.render(ctx));
  }

  private static String beginning(String text) {
    if (text.length() <= LONGEST_QUESTION) {
      return text;
    }
    boolean inPair = Character.isHighSurrogate(text.charAt(LONGEST_QUESTION - 1));
    return text.substring(0, inPair ? LONGEST_QUESTION - 1 : LONGEST_QUESTION);
  }
}
