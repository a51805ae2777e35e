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
import dev.adk4j.web.stream.TurnEvents;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;

/**
 * Tells the pages of a turn what belongs to its answer beside the text: the files of the answer and
 * of its tools, and the sources of what its model was given, all without their content. For the
 * output pipeline, when the files are stored.
 */
public final class AnswerExtras implements TurnMiddleware {

  private final Supplier<TurnEvents> events;
  private final boolean files;
  private final boolean sources;

  /**
   * @param events looked up at the first turn
   * @param files tells files
   * @param sources tells sources
   */
  public AnswerExtras(Supplier<TurnEvents> events, boolean files, boolean sources) {
    this.events = events;
    this.files = files;
    this.sources = sources;
  }

  @Override
  public void handle(TurnContext ctx, Next next) {
    // a turn that waits has its records again when it goes on
    if (ctx.waiting().isEmpty()) {
      List<Media> files = this.files ? files(ctx) : List.of();
      if (!files.isEmpty()) {
        events.get().files(ctx.turnId(), files);
      }
      ArrayNode sources = this.sources ? sources(ctx) : Json.mapper().createArrayNode();
      if (!sources.isEmpty()) {
        events.get().sources(ctx.turnId(), sources);
      }
    }
    next.proceed();
  }

  /** Only what stands behind the question is of this turn; what stands before is history. */
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

  /** A turn that goes on has no input; it goes on from the last that the user said. */
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
