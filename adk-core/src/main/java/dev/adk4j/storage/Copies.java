package dev.adk4j.storage;

import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.RetrievableContent;
import dev.adk4j.primitive.RetrievableContent.ArtifactContent;
import dev.adk4j.primitive.RetrievableContent.TextContent;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.token.Tokenizable;
import java.util.List;

/**
 * Copies of records that share nothing that can be changed: texts as they are now, stashes as they
 * are now. Readers are shared, they are immutable.
 */
final class Copies {

  private Copies() {}

  static Tokenizable of(Tokenizable text) {
    return Tokenizable.of(text.value());
  }

  static Message of(Message message) {
    return message.copy();
  }

  static Thought of(Thought thought) {
    return thought.copy();
  }

  static Memory of(Memory memory) {
    return memory.copy();
  }

  static Retrievable of(Retrievable retrievable) {
    RetrievableContent copy =
        switch (retrievable.content()) {
          case TextContent(Tokenizable text) -> new TextContent(of(text));
          case ArtifactContent artifact -> artifact;
        };
    return retrievable.toBuilder().content(copy).build();
  }

  static ToolCall of(ToolCall call) {
    ToolResults copy =
        switch (call.results()) {
          case ToolResults.Text(Tokenizable text) -> new ToolResults.Text(of(text));
          case ToolResults.Artifacts artifacts -> artifacts;
          case ToolResults.MediaItems(List<Media> items, boolean single) ->
              new ToolResults.MediaItems(media(items), single);
        };
    return call.toBuilder().results(copy).build();
  }

  private static List<Media> media(List<Media> media) {
    return media.stream().map(one -> one.toBuilder().build()).toList();
  }
}
