package dev.adk4j.sample.attachments;

import dev.adk4j.boot.AdkOrder;
import dev.adk4j.boot.TurnInput;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Message;
import java.util.ArrayList;
import java.util.List;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Stores the input of a turn and, before it, the bytes of its attachments, because a message may
 * reference only stored bytes. Replaces the library's own middleware ({@code adk.turn.accept-input:
 * false}).
 */
@Component
@TurnInput
@Order(AdkOrder.ACCEPT_INPUT)
class AcceptAttachments implements TurnMiddleware {

  @Override
  public void handle(TurnContext ctx, Next next) throws Exception {
    for (Message message : ctx.input()) {
      Message kept = keep(ctx, message);
      ctx.storeMessage(kept);
      ctx.turnMessages().add(kept);
    }
    next.proceed();
  }

  private static Message keep(TurnContext ctx, Message message) throws Exception {
    if (message.attachments().isEmpty()) {
      return message;
    }
    List<Media> kept = new ArrayList<>();
    for (Media media : message.attachments()) {
      kept.add(
          media.toBuilder()
              .reader(ctx.storeMediaBytes(media.id(), ByteSource.of(media::openStream)))
              .build());
    }
    return message.toBuilder().attachments(kept).build();
  }
}
