package dev.adk4j.storage;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.Sha256;
import dev.adk4j.primitive.AbstractRecord;
import dev.adk4j.primitive.SnapshotCodec;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Json;
import tools.jackson.databind.JsonNode;

/** Writes records of all kinds as JSON text, and reads them. */
record RecordForm(SnapshotCodec codec) {

  /**
   * @param value the record, the id for a delete, or the standing instruction
   */
  StoredRecord write(CallbackKey key, String owner, Object value) {
    String kind = key.kind().propertyValue();
    if (value instanceof String id) {
      return new StoredRecord(kind, owner, id, null);
    }
    String json = Json.write(encode(value));
    // A standing instruction's only id is its text, which may be long.
    String id = value instanceof Tokenizable ? Sha256.hex(json) : Records.id(value);
    return new StoredRecord(kind, owner, id, key.verb() == CallbackKey.Verb.DELETE ? null : json);
  }

  private JsonNode encode(Object value) {
    return switch (value) {
      case AbstractRecord<?> record -> codec.encode(record);
      case Tokenizable instruction -> codec.encodeText(instruction);
      default -> throw new IllegalArgumentException(value.getClass() + " is not stored");
    };
  }

  /** Throws {@code E_STORAGE_CORRUPT} with kind and id for text that is not a valid record. */
  Object read(CallbackKind kind, StoredRecord stored) {
    try {
      JsonNode json = Json.read(String.valueOf(stored.json()));
      return switch (kind) {
        case MESSAGES -> codec.decodeMessage(json);
        case THOUGHTS -> codec.decodeThought(json);
        case TOOL_CALLS -> codec.decodeToolCall(json);
        case RETRIEVABLES -> codec.decodeRetrievable(json);
        case MEMORIES -> codec.decodeMemory(json);
        case STANDING_INSTRUCTIONS -> codec.decodeText(json);
        default -> throw new IllegalArgumentException(kind + " are not records");
      };
    } catch (RuntimeException e) {
      throw AdkException.of(AdkErrorCode.E_STORAGE_CORRUPT)
          .message("The stored value " + stored + " is not a valid " + kind.recordName() + ".")
          .args(stored.kind(), stored.id())
          .cause(e)
          .build();
    }
  }
}
