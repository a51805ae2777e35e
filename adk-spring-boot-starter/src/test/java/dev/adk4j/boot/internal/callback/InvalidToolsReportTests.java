package dev.adk4j.boot.internal.callback;

import static dev.adk4j.boot.Starts.analyze;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.tool.AgentTool;
import java.io.InputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;

class InvalidToolsReportTests {

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(AdkAutoConfiguration.class)
          .withBean(StorageAdapter.class, InMemoryStorageAdapter::new)
          .withBean(DispatchExecutor.class, () -> (ctx, helpers) -> ctx.ack());

  @Test
  void namesInvalidToolMethodWithBeanAndReason() {
    var context = runner.withBean("files", Files.class).start();
    FailureAnalysis analysis = analyze(context);
    assertThat(analysis.getDescription())
        .isEqualTo(
            """
                      The bean 'files' (%s) has @AgentTool methods that cannot be tools:

                      \t- forget: returns nothing: return a text that informs the model of the outcome
                      \t- forget: needs a description
                      \t- read.content: it has the type java.io.InputStream, which cannot be an argument from a model\
                      """
                .formatted(Files.class.getName()));
    assertThat(analysis.getAction())
        .isEqualTo(
            """
                      Give each tool a unique name and a description. Its parameters must be readable from JSON, and its return value is the result for the model:

                      \t@AgentTool("Tells the weather of a city.")
                      \tString weather(@ToolParam(description = "Name of the city") String city) {
                      \t  return "Rain in " + city;
                      \t}\
                      """);
  }

  @Test
  void twoToolsOfOneNameAreNamedWithBothBeans() {
    var context = runner.withBean("oslo", Oslo.class).withBean("bergen", Bergen.class).start();
    assertThat(analyze(context).getDescription())
        .isEqualTo(
            """
                        Two tools have the name 'weather':

                        \t- a method of the bean 'oslo' (%s)
                        \t- a method of the bean 'bergen' (%s)\
                        """
                .formatted(Oslo.class.getName(), Bergen.class.getName()));
  }

  static final class Files {

    @AgentTool(description = "Reads a file.")
    String read(InputStream content) {
      return content.toString();
    }

    @AgentTool(description = "")
    void forget() {}
  }

  static final class Oslo {

    @AgentTool(description = "Tells the weather of Oslo.")
    String weather() {
      return "rain";
    }
  }

  static final class Bergen {

    @AgentTool(description = "Tells the weather of Bergen.")
    String weather() {
      return "more rain";
    }
  }
}
