package dev.adk4j.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.artifact.json.SpooledJsonArtifact;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever a tool returns and a model asks: an answer or an {@link AdkException}, nothing else. */
@Timeout(120)
class HostileInputTests {

  @Test
  void patterns() {
    SpooledArtifact artifact = SpooledArtifactTests.of("abc\nABC 123\n\r\n☃😀");
    String[] pieces = {
      "a",
      "\\d",
      "(",
      ")",
      "[",
      "]",
      "{2}",
      "{1,}",
      "*",
      "+",
      "?",
      "|",
      "^",
      "$",
      ".",
      "\\",
      "\\Q",
      "(?i)",
      "(?:",
      "(?P<n>",
      "[^",
      "[:alpha:]",
      "\\pL",
      "\\x{",
      "é",
      "\uD800",
      "-",
      "{999}",
      "{,"
    };
    repeat(
        400, random -> artifact.grep(text(random, pieces, 10), random.nextBoolean() ? "" : "ims"));
  }

  @Test
  void paths() {
    SpooledJsonArtifact artifact =
        new SpooledJsonArtifact(
            SpoolReader.of(
                "{\"a\":[1,{\"b\":\"x\",\"c\":null},[2.5,\"y\"]],\"d\":{\"a\":{\"b\":true}}}"));
    String[] pieces = {
      "$",
      ".",
      "..",
      "a",
      "b",
      "[",
      "]",
      "*",
      "0",
      "-1",
      ":",
      ",",
      "'a'",
      "\"b\"",
      "?(",
      "@",
      "==",
      "!=",
      "===",
      "<",
      ">",
      "&&",
      "||",
      "!",
      "(",
      ")",
      " ",
      "'",
      "\\",
      "in",
      "{",
      "}",
      "[*]",
      "[?(@.b)]",
      "1.5",
      "null",
      "true",
      "size",
      "empty",
      "/"
    };
    repeat(
        5_000,
        random -> artifact.jsonGet((random.nextBoolean() ? "$" : "") + text(random, pieces, 10)));
  }

  @Test
  void jsonTexts() {
    String[] pieces = {
      "{",
      "}",
      "[",
      "]",
      ":",
      ",",
      "\"a\"",
      "'b'",
      "1",
      "-",
      "0x1",
      "1e5",
      "null",
      "NaN",
      "\n",
      "\r\n",
      " ",
      "//",
      "/*",
      "*/",
      "\\",
      "\"",
      "\u0000",
      "\uFEFF",
      "tru",
      "1e999999999"
    };
    repeat(
        1_000,
        random -> {
          SpooledJsonArtifact artifact =
              new SpooledJsonArtifact(SpoolReader.of(text(random, pieces, 12)));
          artifact.jsonType();
          artifact.jsonLength();
          artifact.jsonKeys();
          artifact.jsonFilter("$..*");
          return QueryResultText.of(artifact.jsonGet("$[?(@ > 1)]"));
        });
  }

  @Test
  void markdownTexts() {
    String[] pieces = {
      "---\n",
      "# ",
      "a",
      "\n",
      "\n\n",
      "```",
      "~~~",
      "> ",
      "- ",
      "1. ",
      "[x] ",
      "|",
      "|-|\n",
      "*",
      "**",
      "_",
      "`",
      "![",
      "](",
      ")",
      "<",
      ">",
      "www.a.b",
      "a@b.c",
      "&amp;",
      "\\",
      "    ",
      "\t",
      "\u0000",
      "\r",
      "[r]: u\n",
      "<!--",
      "~~",
      "😀",
      "\uD800"
    };
    repeat(
        1_000,
        random -> {
          SpooledMarkdownArtifact artifact =
              new SpooledMarkdownArtifact(SpoolReader.of(text(random, pieces, 30)));
          artifact.mdHeadings();
          artifact.mdSections();
          artifact.mdCodeBlocks();
          artifact.mdLinks(random.nextInt(4), random.nextInt(9));
          artifact.mdImages();
          artifact.mdText();
          return QueryResultText.of(artifact.mdAst());
        });
  }

  @Test
  void frontMatter() {
    String[] pieces = {
      "a",
      ": ",
      "\n",
      "  ",
      "- ",
      "[",
      "]",
      "{",
      "}",
      ",",
      "&x ",
      "*x",
      "!!int ",
      "!!set ",
      "!!binary ",
      "!t ",
      "|",
      ">",
      "'",
      "\"",
      "#",
      "? ",
      "%",
      "@",
      "1",
      "0x",
      ".inf",
      "~",
      "<<: ",
      "\\",
      "\\u",
      "\t",
      "...",
      "\u0000",
      "\uD83D",
      "😀",
      "1e999",
      "0o9",
      "--- "
    };
    repeat(
        3_000,
        random ->
            new SpooledMarkdownArtifact(
                    SpoolReader.of("---\n" + text(random, pieces, 14) + "\n---\n"))
                .mdFrontmatter());
  }

  private interface Round {
    Object run(Random random) throws Exception;
  }

  private static void repeat(int rounds, Round round) {
    Random random = new Random(4711);
    int answered = 0;
    for (int i = 0; i < rounds; i++) {
      try {
        round.run(random);
        answered++;
      } catch (AdkException expected) {
        assertThat(expected.getMessage()).isNotBlank();
      } catch (Exception e) {
        throw new AssertionError("in round " + i, e);
      }
    }
    assertThat(answered).isPositive();
  }

  private static String text(Random random, String[] pieces, int most) {
    StringBuilder text = new StringBuilder();
    for (int n = 1 + random.nextInt(most); n > 0; n--) {
      text.append(pieces[random.nextInt(pieces.length)]);
    }
    return text.toString();
  }
}
