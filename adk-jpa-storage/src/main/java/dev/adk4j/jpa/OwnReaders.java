package dev.adk4j.jpa;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.RetrievableContent;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a record whose bytes are stored in another conversation: its locators would name nothing,
 * or something else, in the conversation that the record is stored in.
 */
final class OwnReaders {

  private OwnReaders() {}

  static void check(Object value, Owner owner) {
    switch (value) {
      case Message message -> media(message.attachments(), owner);
      case ToolCall call -> {
        switch (call.results()) {
          case ToolResults.MediaItems results -> media(results.items(), owner);
          case ToolResults.Artifacts results ->
              results.items().forEach(artifact -> artifact(artifact, owner));
          case ToolResults.Text text -> {}
        }
      }
      case Retrievable retrievable -> {
        if (retrievable.content() instanceof RetrievableContent.ArtifactContent content) {
          artifact(content.artifact(), owner);
        }
      }
      default -> {}
    }
  }

  private static void media(List<Media> items, Owner owner) {
    for (Media item : items) {
      MediaReader reader = item.reader();
      check(reader instanceof JpaMediaReader stored ? stored.owner() : null, owner);
    }
  }

  private static void artifact(SpooledArtifact artifact, Owner owner) {
    SpoolReader reader = artifact.reader();
    check(reader instanceof JpaSpoolReader stored ? stored.owner() : null, owner);
  }

  private static void check(@Nullable Owner reader, Owner record) {
    if (reader != null && !reader.sameKey(record)) {
      throw AdkException.of(AdkErrorCode.E_READER_NOT_DESCRIBABLE)
          .message("The record's bytes are stored in another conversation than the record.")
          .help(
              "Store the bytes in this conversation first and build the record on the reader that this gives.")
          .args("reader")
          .build();
    }
  }
}
