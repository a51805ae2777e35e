package dev.adk4j.benchmarks.retrieval;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.RetrievableContent;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.vector.retrieval.QueryRewriter;
import dev.adk4j.vector.retrieval.Retriever;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Asks questions in real conversations, in which a rewriter sees what was said before. */
final class FollowUps {

  private final Map<String, GuideQuestion> questions = new HashMap<>();

  FollowUps(List<GuideQuestion> questions) {
    questions.forEach(question -> this.questions.put(question.text(), question));
  }

  /** Returns the stored rewrite, if the rewriter gets the conversation that belongs to it. */
  private List<String> rewrite(String text, List<Message> conversation) {
    GuideQuestion question = questions.get(text);
    List<String> said = conversation.stream().map(Message::text).toList();
    if (question == null || question.rewrite() == null || !said.equals(question.before())) {
      return List.of();
    }
    return List.of(question.rewrite());
  }

  Searching rewritten(Retriever retriever) {
    return (text, limit) -> asked(retriever, text, limit, this::rewrite);
  }

  Searching asAsked(Retriever retriever) {
    return (text, limit) -> asked(retriever, text, limit, null);
  }

  private List<Found> asked(
      Retriever retriever, String text, int limit, @Nullable QueryRewriter rewriter) {
    Deque<String> answers = new ArrayDeque<>();
    List<Found> found = new ArrayList<>();
    DispatchExecutor executor =
        (ctx, helpers) -> {
          found.clear();
          for (Retrievable each : ctx.turnRetrievables().snapshot()) {
            found.add(found(each));
          }
          ctx.storeMessage(Message.assistant(answers.isEmpty() ? "." : answers.remove()));
          ctx.ack();
        };
    TurnRunner runner =
        TurnRunner.builder()
            .storage(new InMemoryStorageAdapter())
            .executor(executor)
            .turnInputPipeline(
                List.of(
                    HydrateTurn.builder().messages(20).build(),
                    new AcceptInput(),
                    rewriter == null ? retriever.inTurn(limit) : retriever.inTurn(limit, rewriter)))
            .build();
    Conversation conversation =
        AgentClient.builder(runner).systemPrompt("").build().conversation("c");
    List<String> before = Objects.requireNonNull(questions.get(text)).before();
    for (int i = 0; i < before.size(); i += 2) {
      answers.add(before.get(i + 1));
      conversation.send(before.get(i));
    }
    conversation.send(text);
    return List.copyOf(found);
  }

  private static Found found(Retrievable retrievable) {
    String source = retrievable.source().orElse("");
    int place = source.indexOf('#');
    if (!(retrievable.content() instanceof RetrievableContent.TextContent(Tokenizable text))) {
      throw new IllegalStateException("a passage is text");
    }
    return new Found(place < 0 ? source : source.substring(0, place), text.value());
  }
}
