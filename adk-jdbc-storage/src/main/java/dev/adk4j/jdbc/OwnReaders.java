package dev.adk4j.jdbc;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.RetrievableContent;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import java.util.ArrayList;
import java.util.List;

/** Finds the stored bytes that a record references. */
final class OwnReaders {

  private OwnReaders() {}

  /**
   * Returns the handles of a record's bytes. Rejects a record whose bytes are stored in another
   * conversation: its locators would resolve to nothing or to other content.
   */
  static List<BlobHandle> of(Object value, Owner owner) {
    List<BlobHandle> handles = new ArrayList<>(0);
    switch (value) {
      case Message message -> media(message.attachments(), handles);
      case ToolCall call -> {
        switch (call.results()) {
          case ToolResults.MediaItems results -> media(results.items(), handles);
          case ToolResults.Artifacts results ->
              results.items().forEach(artifact -> artifact(artifact, handles));
          case ToolResults.Text text -> {}
        }
      }
      case Retrievable retrievable -> {
        if (retrievable.content() instanceof RetrievableContent.ArtifactContent content) {
          artifact(content.artifact(), handles);
        }
      }
      default -> {}
    }
    handles.forEach(handle -> check(handle.owner(), owner));
    return handles;
  }

  private static void media(List<Media> items, List<BlobHandle> handles) {
    for (Media item : items) {
      if (item.reader() instanceof JdbcMediaReader stored) {
        handles.add(stored.handle());
      }
    }
  }

  private static void artifact(SpooledArtifact artifact, List<BlobHandle> handles) {
    if (artifact.reader() instanceof JdbcSpoolReader stored) {
      handles.add(stored.handle());
    }
  }

  private static void check(Owner reader, Owner record) {
    if (!reader.sameKey(record)) {
      throw AdkException.of(AdkErrorCode.E_READER_NOT_DESCRIBABLE)
          .message("The record and its bytes belong to different conversations.")
          .help(
              "Store the bytes in this conversation first and build the record with "
                  + "the returned reader.")
          .args("reader")
          .build();
    }
  }
}
