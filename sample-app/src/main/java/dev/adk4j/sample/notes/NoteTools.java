package dev.adk4j.sample.notes;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.sample.approval.ApprovalRequest;
import dev.adk4j.sample.approval.Approvals;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolParam;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.stereotype.Component;

/** Publishes for everybody to read, and therefore asks a person first. */
@Component
class NoteTools {

  private final NoteBoard board;
  private final Approvals approvals;

  NoteTools(NoteBoard board, Approvals approvals) {
    this.board = board;
    this.approvals = approvals;
  }

  @AgentTool(
      name = "publish_note",
      description =
          "Publishes a note on the board that everybody can read. A person is asked first.")
  String publish(
      @ToolParam(description = "The note's title, at most 120 characters") String title,
      @ToolParam(description = "The note's text, at most 2000 characters") String text,
      DispatchContext ctx)
      throws Exception {
    NoteDraft proposed = new NoteDraft(title, text);
    NoteDraft.SCHEMA.validate(JsonValue.of(proposed).node());
    return approvals.ask(
        ctx,
        new ApprovalRequest<>("publish_note", "Publish this note?", proposed, NoteDraft.SCHEMA),
        agreed -> publish(proposed, agreed, ctx));
  }

  private String publish(NoteDraft proposed, NoteDraft agreed, DispatchContext ctx) {
    Instant now = ctx.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    board.publish(ctx.scope(), new Note(Ids.next(), agreed.title(), agreed.text(), now));
    String changed = agreed.equals(proposed) ? "" : " as the person changed it";
    return "Published the note \"" + agreed.title() + "\"" + changed + ".";
  }
}
