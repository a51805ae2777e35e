package dev.adk4j.artifact.markdown;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact.CodeBlock;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact.Heading;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact.Image;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact.Link;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact.Section;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Timeout(90)
class SpooledMarkdownArtifactTests {

  private static final List<String> SAMPLE =
      List.of(
          "---",
          "name: demo",
          "---",
          "# Guide",
          "Intro.",
          "## Setup",
          "~~~sh",
          "# not a heading",
          "~~~",
          "### Deep",
          "text",
          "## Use",
          "````md",
          "```",
          "````",
          "# End");

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  void theSampleOfTheContract(String lineEnd) throws IOException {
    SpooledMarkdownArtifact artifact = md(String.join(lineEnd, SAMPLE));
    assertThat(artifact.mdHeadings())
        .containsExactly(
            new Heading(1, "Guide", 3, 14),
            new Heading(2, "Setup", 5, 10),
            new Heading(3, "Deep", 9, 10),
            new Heading(2, "Use", 11, 14),
            new Heading(1, "End", 15, 15));
    assertThat(artifact.mdHeadings(2)).extracting(Heading::text).containsExactly("Setup", "Use");
    assertThat(artifact.mdCodeBlocks())
        .containsExactly(new CodeBlock("sh", 6, 8), new CodeBlock("md", 12, 14));
    assertThat(artifact.mdCodeBlocks("md")).hasSize(1);
    assertThat(artifact.mdCodeBlocks("m")).isEmpty();
    assertThat(artifact.mdSections(1))
        .containsExactly(new Section(1, "Guide", 3, 4, 14), new Section(1, "End", 15, 16, 15));
    assertThat(artifact.mdFrontmatter()).hasToString("Optional[{\"name\":\"demo\"}]");
    assertThat(artifact.mdFrontmatter()).isSameAs(artifact.mdFrontmatter());
  }

  @Test
  void findsHeadings() throws IOException {
    String text =
        "# \n#x\n #indented\n#\tTab\n####### seven\n#\n###### Six ##\nSetext\n===\n# Last #\n";
    assertThat(md(text).mdHeadings())
        .containsExactly(
            new Heading(1, "", 0, 2),
            new Heading(1, "Tab", 3, 8),
            new Heading(6, "Six ##", 6, 8),
            new Heading(1, "Last #", 9, 10));
  }

  @Test
  void fencesCloseWithTheSameCharacterAndAtLeastTheSameLength() throws IOException {
    assertThat(md("  ```ts title=x\n~~~\n``\n```` after\n").mdCodeBlocks())
        .containsExactly(new CodeBlock("ts", 0, 3));
    assertThat(md("``` ts\na\n```").mdCodeBlocks()).containsExactly(new CodeBlock(null, 0, 2));
    assertThat(md("````\na\n````").mdCodeBlocks("")).containsExactly(new CodeBlock(null, 0, 2));
    assertThat(md("```js\r\na\r\n# x\r\n").mdCodeBlocks())
        .containsExactly(new CodeBlock("js", 0, 3));
    assertThat(md("```js\n# x").mdHeadings()).isEmpty();
    assertThat(md("").mdCodeBlocks()).isEmpty();
    assertThat(md("").mdHeadings()).isEmpty();
  }

  @Test
  void indexesNothingInFrontMatterOrAfterAnUnclosedOne() throws IOException {
    assertThat(md("---\n# a\n---\n# b").mdHeadings())
        .extracting(Heading::text)
        .containsExactly("b");
    assertThat(md("---\n# a\n# b").mdHeadings()).isEmpty();
    assertThat(md(" --- \n# a\n---\t\n# b").mdHeadings()).hasSize(1);
    assertThat(md("x\n---\n# b").mdHeadings()).hasSize(1);
  }

  @Test
  void linksOfEveryKindInOrder() throws IOException {
    String text =
        """
        [a](http://a.example "T") and <http://b.example> and http://c.example, www.d.example
        or me@e.example or [r][ref] or [*em* `code`](x) ![i](img.png)

        [ref]: http://ref.example 'R'

        `http://code.example`
        """;
    assertThat(md(text).mdLinks())
        .containsExactly(
            new Link("a", "http://a.example", "T"),
            new Link("http://b.example", "http://b.example", null),
            new Link("http://c.example", "http://c.example", null),
            new Link("www.d.example", "http://www.d.example", null),
            new Link("me@e.example", "mailto:me@e.example", null),
            new Link("r", "http://ref.example", "R"),
            new Link("em code", "x", null));
    assertThat(md(text).mdLinks(1, 2))
        .extracting(Link::url)
        .containsExactly("mailto:me@e.example", "x");
    assertThat(md(text).mdLinks(2, 1)).isEmpty();
  }

  @Test
  void imagesWithTheirAltAndTitle() throws IOException {
    assertThat(md("![alt *x*](a.png 't') ![](b.png)\n\n[![in](c.png)](d)").mdImages())
        .containsExactly(
            new Image("alt x", "a.png", "t"),
            new Image("", "b.png", null),
            new Image("in", "c.png", null));
  }

  @Test
  void textIsWithoutMarkupAndItsBlocksAreApart() throws IOException {
    String text =
        "# Title\n\n"
            + "paragraph *one*\n"
            + "next **line** `code`\n\n"
            + "> quote\n\n"
            + "- a\n"
            + "- [x] b\n\n"
            + "| h1 | h2 |\n"
            + "|:--|--:|\n"
            + "| c1 | ~~c2~~ |\n\n"
            + "```js\n"
            + "let x;\n"
            + "```\n"
            + "<div>raw</div>\n\n"
            + "![alt](u)";
    assertThat(md(text).mdText())
        .isEqualTo(
            "Title\n"
                + "paragraph one\n"
                + "next line code\n"
                + "quote\n"
                + "a\n"
                + "b\n"
                + "h1\n"
                + "h2\n"
                + "c1\n"
                + "c2\n"
                + "let x;\n"
                + "<div>raw</div>\n"
                + "alt");
    assertThat(md("---\nname: demo\n---\n# T").mdText()).isEqualTo("name: demo\nT");
    assertThat(md(text).mdText(0, 1)).isEqualTo("Title");
    assertThat(md("").mdText()).isEmpty();
  }

  @Test
  void theTreeHasTheNamesAndPositionsOfMdast() throws IOException {
    JsonNode tree =
        md("---\na: 1\n---\n\n# Hi *you*\n\n3. [x] done\n\n```ts k=v\ncode\n```\n").mdAst().node();
    assertThat(tree.path("type").asString()).isEqualTo("root");
    assertThat(tree.at("/position").toString())
        .isEqualTo(
            "{\"start\":{\"line\":1,\"column\":1,\"offset\":0},\"end\":{\"line\":12,\"column\":1,\"offset\":58}}");
    assertThat(tree.at("/children/0").toString())
        .isEqualTo(
            "{\"type\":\"yaml\",\"value\":\"a:"
                + " 1\",\"position\":{\"start\":{\"line\":1,\"column\":1,\"offset\":0},"
                + "\"end\":{\"line\":3,\"column\":4,\"offset\":12}}}");
    assertThat(tree.at("/children/1/type").asString()).isEqualTo("heading");
    assertThat(tree.at("/children/1/depth").intValue()).isEqualTo(1);
    assertThat(tree.at("/children/1/position/start").toString())
        .isEqualTo("{\"line\":5,\"column\":1,\"offset\":14}");
    assertThat(tree.at("/children/1/position/end").toString())
        .isEqualTo("{\"line\":5,\"column\":11,\"offset\":24}");
    assertThat(tree.at("/children/1/children/1/type").asString()).isEqualTo("emphasis");
    assertThat(tree.at("/children/2/ordered").booleanValue()).isTrue();
    assertThat(tree.at("/children/2/start").intValue()).isEqualTo(3);
    assertThat(tree.at("/children/2/children/0/checked").booleanValue()).isTrue();
    assertThat(tree.at("/children/3/lang").asString()).isEqualTo("ts");
    assertThat(tree.at("/children/3/meta").asString()).isEqualTo("k=v");
    assertThat(tree.at("/children/3/value").asString()).isEqualTo("code");
  }

  @Test
  void everyKindOfNodeHasItsName() throws IOException {
    String text =
        "a **b** *c* `d` ~~e~~ [f](g) ![h](i)  \n"
            + "j <br>\n\n"
            + "***\n\n"
            + "> q\n\n"
            + "- l\n\n"
            + "| t |\n"
            + "|---|\n"
            + "| u |\n\n"
            + "<p>\n\n"
            + "[r]: s\n\n"
            + "# v\n\n"
            + "    w\n";
    String tree = md(text).mdAst().text();
    for (String type :
        List.of(
            "root",
            "heading",
            "paragraph",
            "text",
            "emphasis",
            "strong",
            "inlineCode",
            "code",
            "link",
            "image",
            "list",
            "listItem",
            "blockquote",
            "table",
            "tableRow",
            "tableCell",
            "delete",
            "break",
            "thematicBreak",
            "html",
            "definition")) {
      assertThat(tree).contains("\"type\":\"" + type + "\"");
    }
  }

  @Test
  void boundsEndlessNestingAndRepetition() throws IOException {
    for (String text :
        List.of(
            ">".repeat(5000) + "x",
            "*a ".repeat(5000),
            "[".repeat(5000),
            "![".repeat(5000),
            "- ".repeat(2000) + "x",
            "`".repeat(5000),
            "*_".repeat(5000),
            "<".repeat(5000),
            "a".repeat(10000) + "@",
            "[a](".repeat(2000),
            "**a *b ".repeat(2000),
            "| ".repeat(2000) + "\n" + "|-".repeat(2000),
            "a\n".repeat(5000) + "***".repeat(3000))) {
      SpooledMarkdownArtifact artifact = md(text);
      try {
        artifact.mdText();
        artifact.mdAst().text();
      } catch (AdkException e) {
        assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_ARTIFACT_QUERY_LIMIT);
      }
    }
  }

  @Test
  void frontMatterIsReadAsPlainData() throws IOException {
    String yaml =
        "---\n"
            + "title: \"T\"\n"
            + "n: 1\n"
            + "f: 1.5\n"
            + "b: true\n"
            + "null: ~\n"
            + "date: 2024-01-01\n"
            + "list: [a, 2]\n"
            + "map:\n"
            + "  k: v\n"
            + "yes: yes\n"
            + "---\n";
    assertThat(md(yaml).mdFrontmatter().orElseThrow().text())
        .isEqualTo(
            "{\"title\":\"T\",\"n\":1,\"f\":1.5,\"b\":true,\"null\":null,\"date\":\"2024-01-01\",\"list\":[\"a\",2],"
                + "\"map\":{\"k\":\"v\"},\"yes\":\"yes\"}");
    assertThat(md("---\r\na: 1\r\n---\r\n").mdFrontmatter().orElseThrow().text())
        .isEqualTo("{\"a\":1}");
    assertThat(md("---\nbase: &b {x: 1}\nuse: *b\n---").mdFrontmatter().orElseThrow().text())
        .isEqualTo("{\"base\":{\"x\":1},\"use\":{\"x\":1}}");
  }

  @Test
  void frontMatterMayBeAbsent() throws IOException {
    assertThat(md("a: 1").mdFrontmatter()).isEmpty();
    assertThat(md("---\n---\n").mdFrontmatter()).isEmpty();
    assertThat(md("---\n \n---\n").mdFrontmatter()).isEmpty();
    assertThat(md("---\na: 1\n").mdFrontmatter()).isEmpty();
    assertThat(md("---\njust text\n---\n").mdFrontmatter()).isEmpty();
    assertThat(md("---\n" + "a: 1\n".repeat(199) + "---\n").mdFrontmatter()).isEmpty();
    assertThat(md("---\n" + "#\n".repeat(197) + "a: 1\n---\n").mdFrontmatter()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: [1",
        "a: b: c",
        "a: 1\na: 2",
        "\ta: 1",
        "a: *x",
        "!!java/object:java.io.File x",
        "a: !x y",
        "{"
      })
  void rejectsInvalidYaml(String yaml) {
    assertFails(
        AdkErrorCode.E_ARTIFACT_CONTENT_INVALID,
        () -> md("---\n" + yaml + "\n---").mdFrontmatter());
  }

  @Test
  void yamlBombsAreRefused() {
    StringBuilder laughs = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 9; i++) {
      String previous = "*a" + (i - 1);
      laughs.append("a").append(i).append(": &a").append(i).append(" [");
      laughs.append(String.join(",", java.util.Collections.nCopies(5, previous))).append("]\n");
    }
    for (String yaml :
        List.of(
            laughs.toString(),
            "a: " + "[".repeat(20_000) + "]".repeat(20_000),
            "- ".repeat(20_000) + "x",
            "a: " + "{b: ".repeat(5_000),
            "a: &a [*a]",
            "a: &a {b: *a}",
            "? ".repeat(10_000) + "x",
            "a: " + "x".repeat(300_000),
            "a: " + "[".repeat(300) + "]".repeat(300))) {
      assertThatThrownBy(() -> md("---\n" + yaml + "\n---").mdFrontmatter())
          .as(yaml.substring(0, Math.min(20, yaml.length())))
          .isInstanceOfSatisfying(
              AdkException.class,
              e ->
                  assertThat(e.errorCode())
                      .isIn(
                          AdkErrorCode.E_ARTIFACT_QUERY_LIMIT,
                          AdkErrorCode.E_ARTIFACT_CONTENT_INVALID));
    }
  }

  private static SpooledMarkdownArtifact md(String text) {
    return new SpooledMarkdownArtifact(SpoolReader.of(text));
  }

  @Test
  void needsAReader() {
    assertThatThrownBy(() -> new SpooledMarkdownArtifact(null)).isInstanceOf(AdkException.class);
  }
}
