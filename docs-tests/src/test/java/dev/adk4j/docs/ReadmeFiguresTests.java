package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The README's figures are those of the pages that it links. */
class ReadmeFiguresTests {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\\[(\\d+) wrong configurations; reports/wrong-configurations.md; (?m)^(\\d+) mistakes",
        "\\[(\\d+) wrong ways; reports/wrong-ways.md; (?m)^(\\d+) mistakes",
        "(\\d+) kills with; reports/durable-kills.md; `nodes` \\| [^|]+ \\| (\\d+) ",
        "of ([\\d,]+) durable turns; reports/durable-kills.md; `nodes` \\| (\\d+), ",
        "of ([\\d,]+) calls; reports/durable-kills.md; `nodes` \\| \\d+, (\\d+) ",
        "A turn is (\\d+) selects; benchmarks/README.md; \\| ADK for Java \\| (\\d+) \\|",
        "selects and (\\d+) writes; benchmarks/README.md; \\| ADK for Java \\| \\d+ \\| (\\d+) ",
      })
  void areThoseOfThePages(String readme, String page, String there) {
    assertThat(figure("README.md", readme)).isEqualTo(figure("docs/" + page, there));
  }

  private static String figure(String page, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(Repository.text(page).replace("\n  ", " "));
    assertThat(found.find()).as("%s in %s", pattern, page).isTrue();
    return found.group(1).replace(",", "");
  }
}
