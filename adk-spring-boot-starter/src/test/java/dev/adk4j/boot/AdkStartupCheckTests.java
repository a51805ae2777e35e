package dev.adk4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class AdkStartupCheckTests {

  private static final String MESSAGES = "every turn starts without the earlier conversation";
  private static final String TOOL_CALLS = "later turns see neither the agent's actions";

  private final ContextStarter runner =
      ContextStarter.of(AdkAutoConfiguration.class)
          .withBean(DispatchExecutor.class, () -> (ctx, helpers) -> ctx.ack())
          .withFallback("module", StorageAdapter.class, () -> new InMemoryStorageAdapter());

  @Test
  void warnsOfMissingMessageStorage(CapturedOutput output) {
    runner
        .withPropertyValues("adk.storage.noop=messages,thoughts")
        .run(context -> assertThat(output).contains(MESSAGES).doesNotContain(TOOL_CALLS));
  }

  @Test
  void warnsOfMissingToolCallStorage(CapturedOutput output) {
    runner
        .withPropertyValues("adk.storage.noop=tool-calls")
        .run(context -> assertThat(output).contains(TOOL_CALLS).doesNotContain(MESSAGES));
  }

  @Test
  void logsNothingIfApplicationStoresThem(CapturedOutput output) {
    runner
        .withBean("own", InMemoryStorageAdapter.class)
        .withPropertyValues("adk.storage.noop=messages,tool-calls")
        .run(context -> assertThat(output).doesNotContain(MESSAGES).doesNotContain(TOOL_CALLS));
  }
}
