package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineCountTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  \t",
        "package a.b;",
        "import java.util.*;",
        "import static java.util.List.of;",
        "// said",
        "  /* said */",
        "/** said */",
        "}",
        "  });",
        "  })));",
        "];"
      })
  void ignoresLinesThatSayNothing(String line) {
    assertThat(LineCount.ofJava(line)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"@Test", "class A {", "} else {", "return; // said", "interface A {}"})
  void countsLinesThatSaySomething(String line) {
    assertThat(LineCount.ofJava(line)).isEqualTo(1);
  }

  @Test
  void ignoresCommentsOfManyLines() {
    assertThat(
            LineCount.ofJava(
                """
                package a;

                /**
                 * A class.
                   int notCode;
                 */
                class A {
                  /* no
                  int notCode; */
                  int code;
                }
                """))
        .isEqualTo(2);
  }

  @Test
  void countsStatementsOnTwoLinesTwice() {
    assertThat(LineCount.ofJava("jdbc.sql(text)\n    .update();\n")).isEqualTo(2);
  }

  @Test
  void countsPropertiesAndSql() {
    assertThat(LineCount.ofProperties("# said\na=1\n\nb=2\n")).isEqualTo(2);
    assertThat(LineCount.ofSql("-- said\ncreate table a (\n  id int\n);\n")).isEqualTo(2);
  }
}
