package dev.adk4j.jpa;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The tables' names in statements: with the schema where one is configured. */
final class Names {

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");

  static final String CONVERSATION = "adk_conversation";
  static final String BLOB = "adk_blob";
  static final String BLOB_CHUNK = "adk_blob_chunk";

  private final String prefix;

  Names(@Nullable String schema) {
    checkSchema(schema);
    this.prefix = schema == null ? "" : schema + ".";
  }

  /** A schema's name goes into statements as it is, so it has to be a plain identifier. */
  static void checkSchema(@Nullable String schema) {
    new Violations()
        .check(
            schema == null || IDENTIFIER.matcher(schema).matches(),
            "$.schema",
            "pattern",
            "must be a letter or _ followed by at most 62 letters, digits or _")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  String of(String table) {
    return prefix + table;
  }

  String of(RecordTable table) {
    return prefix + table.tableName();
  }

  String conversation() {
    return prefix + CONVERSATION;
  }

  String blob() {
    return prefix + BLOB;
  }

  String blobChunk() {
    return prefix + BLOB_CHUNK;
  }
}
