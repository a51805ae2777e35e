package dev.adk4j.artifact;

import dev.adk4j.artifact.internal.ArgsSchema;
import dev.adk4j.artifact.internal.QueryArgs;
import dev.adk4j.artifact.internal.ResultBudget;
import dev.adk4j.token.TokenEncoding;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Defines the queries of every artifact. */
final class TextQueries {

  private static final List<String> ENCODINGS =
      Arrays.stream(TokenEncoding.values()).map(TokenEncoding::id).toList();

  private TextQueries() {}

  static List<ArtifactQuery<SpooledArtifact>> all() {
    return List.of(
        new ArtifactQuery<>(
            "artifact_head",
            "Returns the first lines of an artifact that a tool produced earlier in this turn.",
            new ArgsSchema().count("n", SpooledArtifact.DEFAULT_LINES, "How many lines.").build(),
            (artifact, args) -> range(artifact, 0, lines(args))),
        new ArtifactQuery<>(
            "artifact_tail",
            "Returns the last lines of an artifact that a tool produced earlier in this turn.",
            new ArgsSchema().count("n", SpooledArtifact.DEFAULT_LINES, "How many lines.").build(),
            (artifact, args) -> range(artifact, artifact.firstOfLast(lines(args)), Long.MAX_VALUE)),
        new ArtifactQuery<>(
            "artifact_grep",
            "Returns the lines that a regular expression matches, of an artifact that a tool"
                + " produced earlier in this turn.",
            new ArgsSchema()
                .requiredText(
                    "pattern", "The expression, in RE2 syntax: no look-around, no back-references.")
                .pattern(
                    "flags",
                    "^[imsu]*$",
                    "i: ignore case; m: ^ and $ at line ends; s: . matches line ends.")
                .build(),
            (artifact, args) ->
                artifact.grep(
                    QueryArgs.text(args, "pattern", ""),
                    QueryArgs.text(args, "flags", ""),
                    ResultBudget.forModel())),
        new ArtifactQuery<>(
            "artifact_cat",
            "Returns a range of lines, or all, of an artifact that a tool produced earlier in this"
                + " turn.",
            new ArgsSchema()
                .index("start", "The first line, counted from 0; 0 when left out.")
                .index("end", "The line to stop before; the end when left out.")
                .build(),
            (artifact, args) ->
                range(
                    artifact,
                    QueryArgs.integer(args, "start", 0),
                    QueryArgs.integer(args, "end", Long.MAX_VALUE))),
        new ArtifactQuery<>(
            "artifact_byte_length",
            "Returns the size in bytes of an artifact that a tool produced earlier in this turn.",
            ArgsSchema.none(),
            (artifact, args) -> artifact.byteLength()),
        new ArtifactQuery<>(
            "artifact_line_count",
            "Returns the number of lines of an artifact that a tool produced earlier in this turn.",
            ArgsSchema.none(),
            (artifact, args) -> artifact.lineCount()),
        new ArtifactQuery<>(
            "artifact_estimate_tokens",
            "Estimates how many tokens the whole text of an artifact has that a tool produced"
                + " earlier in this turn.",
            new ArgsSchema()
                .choice("encoding", ENCODINGS, "The token encoding to count with.")
                .build(),
            (artifact, args) -> artifact.estimateTokens(QueryArgs.text(args, "encoding", ""))));
  }

  private static List<String> range(SpooledArtifact artifact, long start, long end)
      throws IOException {
    return artifact.collect(start, end, any -> true, ResultBudget.forModel());
  }

  private static long lines(JsonNode args) {
    return QueryArgs.integer(args, "n", SpooledArtifact.DEFAULT_LINES);
  }
}
