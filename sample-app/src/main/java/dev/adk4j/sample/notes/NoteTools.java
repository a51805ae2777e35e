package dev.adk4j.sample.notes;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.tool.ToolParam;
import dev.adk4j.value.Ids;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.stereotype.Component;

/** Tool that publishes a note to all users, after an approval. */
@Component
class NoteTools {

  private static final int MAX_TITLE = 120;
  private static final int MAX_TEXT = 2_000;

  private final NoteBoard board;

  NoteTools(NoteBoard board) {
    this.board = board;
  }

  @AgentTool(
      name = "publish_note",
      description =
          "Publishes a note on the board that everybody can read. A person is asked first.",
      approval = Approval.BY_USER,
      approvalWhen = "fits")
  String publish(
      @ToolParam(description = "The note's title, at most 120 characters") String title,
      @ToolParam(description = "The note's text, at most 2000 characters") String text,
      DispatchContext ctx) {
    if (!fits(title, text, ctx)) {
      throw new IllegalArgumentException(
          "a title has 1 to " + MAX_TITLE + " characters, a text 1 to " + MAX_TEXT);
    }
    Instant now = ctx.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    board.publish(ctx.scope(), new Note(Ids.next(), title, text, now));
    return "Published the note \"" + title + "\".";
  }

  /**
   * Returns false if the note cannot be published; the call then fails without asking for an
   * approval.
   */
  boolean fits(String title, String text, DispatchContext ctx) {
    return !title.isBlank()
        && !text.isBlank()
        && title.length() <= MAX_TITLE
        && text.length() <= MAX_TEXT;
  }
}
