package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** The tests that the page shows fail when what they are about is broken. */
class TestingPageTests {

  private static final Path PAGE = Repository.ROOT.resolve("docs/testing.md");
  private static final String BODY = "return \"paid \" + amount;";
  private static final String ANNOTATION = "@AgentTool(description = \"Pays an amount.\")";

  @TempDir Path directory;

  @Test
  void theTestOfAnAgentPasses() throws Exception {
    assertThat(run(BODY, BODY).succeeded().count()).isEqualTo(1);
  }

  @Test
  void theTestOfAnAgentFailsWhenTheToolThrows() throws Exception {
    assertFails(
        run(BODY, "throw new IllegalStateException(\"broken\");"), "The tool 'pay' failed. broken");
  }

  @Test
  void theTestOfAnAgentFailsWhenTheToolAnswersOtherwise() throws Exception {
    assertFails(run(BODY, "return \"paid \" + (amount + 1);"), "paid 6");
  }

  @Test
  void theTestOfAnAgentFailsWhenTheMethodIsNoTool() throws Exception {
    assertFails(run(ANNOTATION, ""), "the tool 'pay', which the agent does not have");
  }

  @Test
  void theTestOfAnAgentFailsWhenTheToolIsNoBean() throws Exception {
    assertFails(run("@Component\nclass Payments", "class Payments"), "It has no tools");
  }

  private static void assertFails(Events tests, String why) {
    tests.assertStatistics(statistics -> statistics.started(1).failed(1));
    assertThat(tests.failed().stream().findFirst())
        .get()
        .extracting(event -> event.getRequiredPayload(TestExecutionResult.class))
        .extracting(result -> result.getThrowable().orElseThrow())
        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
        .hasStackTraceContaining(why);
  }

  /** Runs the page's first test with a change of the page. */
  private Events run(String replaced, String replacement) throws Exception {
    String text = Repository.text("docs/testing.md");
    assertThat(text).contains(replaced);
    MarkdownPage page = MarkdownPage.of(PAGE, text.replace(replaced, replacement));
    Sample first =
        page.samples("java").stream()
            .filter(sample -> sample.has("junit"))
            .findFirst()
            .orElseThrow();
    try (RunningSample running = RunningSample.compile(first, directory)) {
      return EngineTestKit.engine("junit-jupiter")
          .selectors(DiscoverySelectors.selectClass(running.type()))
          .execute()
          .testEvents();
    }
  }
}
