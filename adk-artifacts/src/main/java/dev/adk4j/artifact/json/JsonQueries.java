package dev.adk4j.artifact.json;

import dev.adk4j.artifact.ArtifactQuery;
import dev.adk4j.artifact.internal.ArgsSchema;
import dev.adk4j.artifact.internal.QueryArgs;
import dev.adk4j.artifact.internal.ResultBudget;
import dev.adk4j.value.JsonValue;
import java.util.List;

/** Declares the queries of JSON artifacts. */
final class JsonQueries {

  private static final String OF = " of a JSON artifact that a tool produced earlier in this turn.";

  private JsonQueries() {}

  static List<ArtifactQuery<SpooledJsonArtifact>> all() {
    return List.of(
        new ArtifactQuery<>(
            "artifact_json_type",
            "Returns the format (json, json5, jsonl or ndjson)" + OF,
            ArgsSchema.none(),
            (artifact, args) -> artifact.jsonType().id()),
        new ArtifactQuery<>(
            "artifact_json_keys",
            "Returns the keys of the root object, or of all records together," + OF,
            ArgsSchema.none(),
            (artifact, args) -> artifact.jsonKeys()),
        new ArtifactQuery<>(
            "artifact_json_length",
            "Returns the number of records (1 unless it is JSON lines)" + OF,
            ArgsSchema.none(),
            (artifact, args) -> artifact.jsonLength()),
        new ArtifactQuery<>(
            "artifact_json_get",
            "Returns all values that a JSONPath matches" + OF,
            path(),
            (artifact, args) ->
                artifact.jsonGet(QueryArgs.text(args, "path", ""), ResultBudget.forModel())),
        new ArtifactQuery<>(
            "artifact_json_filter",
            "Returns the records in which a JSONPath matches something" + OF,
            path(),
            (artifact, args) ->
                artifact.jsonFilter(QueryArgs.text(args, "path", ""), ResultBudget.forModel())),
        new ArtifactQuery<>(
            "artifact_json_pluck",
            "Returns one field of every record, by a JSONPath," + OF,
            path(),
            (artifact, args) ->
                artifact.jsonGet(QueryArgs.text(args, "path", ""), ResultBudget.forModel())),
        new ArtifactQuery<>(
            "artifact_json_slice",
            "Returns a range of the records" + OF,
            new ArgsSchema()
                .index("start", "The first record, counted from 0; 0 when left out.")
                .index("end", "The record to stop before; the end when left out.")
                .build(),
            (artifact, args) ->
                artifact.jsonSlice(
                    QueryArgs.integer(args, "start"),
                    QueryArgs.integer(args, "end"),
                    ResultBudget.forModel())));
  }

  private static JsonValue path() {
    return new ArgsSchema()
        .requiredText(
            "path",
            "A JSONPath such as $.items[?(@.price > 10)].name; =~ and functions are not allowed.")
        .build();
  }
}
