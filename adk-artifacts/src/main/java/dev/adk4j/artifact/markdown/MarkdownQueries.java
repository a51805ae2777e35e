package dev.adk4j.artifact.markdown;

import dev.adk4j.artifact.ArtifactQuery;
import dev.adk4j.artifact.internal.ArgsSchema;
import dev.adk4j.artifact.internal.QueryArgs;
import dev.adk4j.value.JsonValue;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Declares the queries of Markdown artifacts. */
final class MarkdownQueries {

  private static final String OF =
      " of a Markdown artifact that a tool produced earlier in this turn.";

  private MarkdownQueries() {}

  static List<ArtifactQuery<SpooledMarkdownArtifact>> all() {
    return List.of(
        new ArtifactQuery<>(
            "artifact_md_frontmatter",
            "Returns the YAML front matter" + OF,
            ArgsSchema.none(),
            (artifact, args) -> artifact.mdFrontmatter().map(JsonValue::node)),
        new ArtifactQuery<>(
            "artifact_md_headings",
            "Returns the headings with the lines they cover" + OF,
            depth(),
            (artifact, args) -> artifact.mdHeadings(depth(args))),
        new ArtifactQuery<>(
            "artifact_md_code_blocks",
            "Returns where the fenced code blocks are" + OF,
            new ArgsSchema()
                .text("lang", "Only blocks of this language; empty for blocks without one.")
                .build(),
            (artifact, args) -> artifact.mdCodeBlocks(QueryArgs.text(args, "lang"))),
        new ArtifactQuery<>(
            "artifact_md_sections",
            "Returns the sections with their headings and the lines of their bodies" + OF,
            depth(),
            (artifact, args) -> artifact.mdSections(depth(args))),
        new ArtifactQuery<>(
            "artifact_md_links",
            "Returns the links, of all lines or of a range," + OF,
            range(),
            (artifact, args) -> artifact.mdLinks(start(args), end(args))),
        new ArtifactQuery<>(
            "artifact_md_images",
            "Returns the images, of all lines or of a range," + OF,
            range(),
            (artifact, args) -> artifact.mdImages(start(args), end(args))),
        new ArtifactQuery<>(
            "artifact_md_text",
            "Returns the text without markup, of all lines or of a range," + OF,
            range(),
            (artifact, args) -> artifact.mdText(start(args), end(args))),
        new ArtifactQuery<>(
            "artifact_md_ast",
            "Returns the syntax tree, of all lines or of a range," + OF,
            range(),
            (artifact, args) -> artifact.mdAst(start(args), end(args))));
  }

  private static JsonValue depth() {
    return new ArgsSchema().integer("depth", 1, 6, "Only headings of this depth.").build();
  }

  private static JsonValue range() {
    return new ArgsSchema()
        .index("startLine", "The first line, counted from 0; 0 when left out.")
        .index("endLine", "The line to stop before; the end when left out.")
        .build();
  }

  private static int depth(JsonNode args) {
    return (int) QueryArgs.integer(args, "depth", SpooledMarkdownArtifact.ANY_DEPTH);
  }

  private static long start(JsonNode args) {
    return QueryArgs.integer(args, "startLine", 0);
  }

  private static long end(JsonNode args) {
    return QueryArgs.integer(args, "endLine", Long.MAX_VALUE);
  }
}
