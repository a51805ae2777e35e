package dev.adk4j.storage;

import dev.adk4j.primitive.AbstractRecord;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.RetrievableContent.TextContent;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.token.Tokenizable;
import java.util.List;

/** Reads ids and contents of records of any kind, and copies them. */
final class Records {

  private Records() {}

  /** Returns the record's id; a standing instruction's text is its id. */
  static String id(Object record) {
    return switch (record) {
      case AbstractRecord<?> known -> known.id();
      case Tokenizable instruction -> instruction.value();
      default -> throw new IllegalArgumentException(record.getClass() + " is not stored");
    };
  }

  /** Returns true if two records of one id have the same content. */
  static boolean same(Object one, Object other) {
    return switch (one) {
      case Message message -> message.sameContentAs((Message) other);
      case Thought thought -> thought.sameContentAs((Thought) other);
      case ToolCall call -> call.sameContentAs((ToolCall) other);
      case Retrievable retrievable -> retrievable.sameContentAs((Retrievable) other);
      case Memory memory -> memory.sameContentAs((Memory) other);
      default -> true;
    };
  }

  /**
   * Returns an independent copy with the current texts and stashes. Immutable readers are shared.
   */
  static Object copy(Object record) {
    return switch (record) {
      case Message message -> message.copy();
      case Thought thought -> thought.copy();
      case ToolCall call -> call.toBuilder().results(copy(call.results())).build();
      case Retrievable retrievable
          when retrievable.content() instanceof TextContent(Tokenizable text) ->
          retrievable.toBuilder().content(new TextContent(copy(text))).build();
      case Retrievable retrievable -> retrievable.toBuilder().build();
      case Memory memory -> memory.copy();
      case Tokenizable instruction -> copy(instruction);
      default -> throw new IllegalArgumentException(record.getClass() + " is not stored");
    };
  }

  private static Tokenizable copy(Tokenizable text) {
    return Tokenizable.of(text.value());
  }

  private static ToolResults copy(ToolResults results) {
    return switch (results) {
      case ToolResults.Text(Tokenizable text) -> new ToolResults.Text(copy(text));
      case ToolResults.Artifacts artifacts -> artifacts;
      case ToolResults.MediaItems(List<Media> items, boolean single) ->
          new ToolResults.MediaItems(
              items.stream().map(one -> one.toBuilder().build()).toList(), single);
    };
  }
}
