package dev.adk4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AgentClient;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.NoopStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.value.Scope;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class FailedTurnsTests {

  private final ContextStarter runner =
      ContextStarter.of(AdkAutoConfiguration.class)
          .withBean(StorageAdapter.class, NoopStorageAdapter::new)
          .withBean(
              DispatchExecutor.class,
              () ->
                  (ctx, helpers) -> {
                    throw new IllegalStateException(
                        "the secret prompt", new java.io.IOException("the secret prompt"));
                  });

  @AfterEach
  void restore() {
    level(null);
  }

  @Test
  void logsCodeAndTypeOfFailedTurnWithoutContent(CapturedOutput output) {
    runner.run(context -> fail(context.getBean(AgentClient.class)));

    assertThat(output)
        .containsPattern(
            "WARN .*FailedTurns.* Turn \\S+ failed: E_LLM_EXECUTION_EXECUTOR_ERROR, caused by"
                + " java\\.lang\\.IllegalStateException, caused by java\\.io\\.IOException")
        .doesNotContain("the secret prompt");
  }

  @Test
  void logsWholeFailureAtDebugLevel(CapturedOutput output) {
    level(LogLevel.DEBUG);

    runner.run(context -> fail(context.getBean(AgentClient.class)));

    assertThat(output).contains("the secret prompt");
  }

  private static void level(LogLevel level) {
    LoggingSystem.get(FailedTurnsTests.class.getClassLoader())
        .setLogLevel(FailedTurns.class.getName(), level);
  }

  private static void fail(AgentClient agent) {
    try {
      agent.conversation(Scope.of("acme", "anna", "c1")).send("Hi");
    } catch (AdkException expected) {
      // the client tells its caller; a background turn has none
    }
  }
}
