package dev.adk4j.vector.retrieval;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** Adds the passages for the newest message of the user to the turn. */
record RetrieveInTurn(Retriever retriever, int limit) implements TurnMiddleware {

  /** A longer text costs more to encode than it says, and models refuse long ones. */
  private static final int LONGEST_QUESTION = 2_000;

  RetrieveInTurn {
    new Violations()
        .check(limit >= 1, "$.limit", "range", "must be 1 or more")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  @Override
  public void handle(TurnContext ctx, Next next) throws Exception {
    String question = beginning(question(ctx).orElse(""));
    if (!question.isBlank()) {
      Instant now = ctx.clock().instant();
      for (Passage found : retriever.retrieve(new RetrievalQuery(question, limit, ctx.scope()))) {
        ctx.turnRetrievables().add(found.toRetrievable(now));
      }
    }
    next.proceed();
  }

  /** Returns the newest text of the user; the input counts even where nothing accepts it. */
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
