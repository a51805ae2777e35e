package dev.adk4j.web.internal.aisdk;

import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.value.Json;
import dev.adk4j.web.internal.stream.ToolResultsJson;
import dev.adk4j.web.stream.TurnEvents;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;

/**
 * Sends the pages of a turn the additions to its answer: the files of the answer and of its tools,
 * and the sources that its model received, all without their content. For the output pipeline,
 * after the files are stored.
 *
 * @param events looked up at the first turn
 * @param files true to send files
 * @param sources true to send sources
 */
public record AnswerExtras(Supplier<TurnEvents> events, boolean files, boolean sources)
    implements TurnMiddleware {

  @Override
  public void handle(TurnContext ctx, Next next) {
    // a resumed turn has its records again
    if (ctx.waiting().isEmpty()) {
      List<Media> files = this.files ? files(ctx) : List.of();
      if (!files.isEmpty()) {
        events.get().add(ctx.turnId(), "files", ToolResultsJson.of(files));
      }
      ArrayNode sources = this.sources ? sources(ctx) : Json.mapper().createArrayNode();
      if (!sources.isEmpty()) {
        events.get().add(ctx.turnId(), "sources", sources);
      }
    }
    next.proceed();
  }

  /** Only records after the question belong to this turn; earlier ones are history. */
  private static List<Media> files(TurnContext ctx) {
    List<Message> messages = ctx.turnMessages().snapshot();
    Message asked =
        messages.stream()
            .filter(message -> isAsked(ctx, message))
            .reduce((earlier, later) -> later)
            .orElse(null);
    if (asked == null) {
      return List.of();
    }
    Stream<Media> made =
        ctx.turnToolCalls().snapshot().stream()
            .filter(call -> !call.createdAt().isBefore(asked.createdAt()))
            .map(ToolCall::results)
            .filter(ToolResults.MediaItems.class::isInstance)
            .flatMap(results -> ((ToolResults.MediaItems) results).items().stream());
    Stream<Media> said =
        messages.subList(messages.indexOf(asked), messages.size()).stream()
            .filter(message -> message.role() == MessageRole.ASSISTANT)
            .map(Message::attachments)
            .flatMap(List::stream);
    return Stream.concat(made, said).toList();
  }

  /** A resumed turn has no input; it continues from the last user message. */
  private static boolean isAsked(TurnContext ctx, Message message) {
    return ctx.input().isEmpty()
        ? message.role() == MessageRole.USER
        : ctx.input().getLast().id().equals(message.id());
  }

  private static ArrayNode sources(TurnContext ctx) {
    ArrayNode sources = Json.mapper().createArrayNode();
    ctx.turnRetrievables().snapshot().stream()
        .map(Retrievable::source)
        .flatMap(Optional::stream)
        .distinct()
        .forEach(sources::add);
    return sources;
  }
}
