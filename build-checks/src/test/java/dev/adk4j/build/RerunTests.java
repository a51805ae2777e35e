package dev.adk4j.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keeps every test able to pass when CI runs it again, in the same JVM, after it failed. */
class RerunTests {

  private static final String CLOSED_BY_JUNIT = "  @Auto" + "Close private ";
  private static final String AFTER_ALL = "  @After" + "All\n  static void stop() {\n    ";

  @Test
  void whatIsClosedAfterAClassIsMadeBeforeItsTests() throws IOException {
    assertThat(TestSources.below(BuildParity.root()).closedForGood())
        .as("a rerun finds these closed: make them in @BeforeAll, and clear collections of them")
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        CLOSED_BY_JUNIT + "static final Server server = new Server();",
        CLOSED_BY_JUNIT + "static Server server = new Server();",
        CLOSED_BY_JUNIT + "static final Server server;\n  static { server = new Server(); }",
        "  static final Server server =\n      new Server();\n"
            + AFTER_ALL
            + "server.stop(0);\n  }",
        "  static final Map<A, B> server = map();\n"
            + AFTER_ALL
            + "server.values().forEach(B::close);\n  }",
        "class A implements AfterAllCallback {\n  private final Server server = new Server();\n"
            + "  public void afterAll(ExtensionContext context) {\n    server.close();\n  }",
      })
  void isClosedForGood(String source) {
    assertThat(ClosedForGood.in(source)).containsExactly("server");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        CLOSED_BY_JUNIT + "final Server server = new Server();",
        CLOSED_BY_JUNIT + "static Server server;\n  static void start() { server = make(); }",
        "  static Server server;\n" + AFTER_ALL + "server.stop(0);\n  }",
        "  final Server server = new Server();\n" + AFTER_ALL + "server.stop(0);\n  }",
        "  static final Set<B> all = set();\n"
            + AFTER_ALL
            + "all.forEach(B::close);\n    all.clear();\n  }",
        "  static final Server server = new Server();\n"
            + AFTER_ALL
            + "count = 0;\n  }\n  void each() {\n    server.stop(0);\n  }",
      })
  void isMadeAgain(String source) {
    assertThat(ClosedForGood.in(source)).isEmpty();
  }
}
