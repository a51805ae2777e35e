package dev.adk4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.tool.AgentTool;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Reads the line that says what was started. */
@ExtendWith(OutputCaptureExtension.class)
class StartupLineTests {

  @Test
  void namesStorageModelToolsAndMemory(CapturedOutput output) {
    start(OwnStorage.class, "management.endpoints.web.exposure.include=health,adk");
    assertThat(lines(output))
        .containsExactly(
            "ADK for Java: storage bean storage; model behind bean executor; 1 tool (time); memory off; more at /actuator/adk");
  }

  @Test
  void namesTheDatabaseWithoutItsSettings(CapturedOutput output) {
    start(
        NoTools.class,
        "spring.datasource.url=jdbc:h2:mem:line;PASSWORD_HASH=FALSE",
        "adk.memory.enabled=false",
        "adk.storage.noop=tools");
    assertThat(lines(output))
        .singleElement()
        .asString()
        .matches(
            "ADK for Java: storage H2 2\\.\\S+ at mem:line; model behind bean executor; no tools; memory off; more with .*exposure.include=adk");
  }

  @Test
  void isShortAndTheLastLine(CapturedOutput output) {
    start(OwnStorage.class, "adk.enabled=true");
    String last = output.getOut().lines().filter(l -> !l.isBlank()).reduce("", (a, b) -> b);
    assertThat(last).contains("ADK for Java").hasSizeLessThan(400);
  }

  private static void start(Class<?> configuration, String... properties) {
    new SpringApplicationBuilder(configuration)
        .web(WebApplicationType.NONE)
        .properties(properties)
        .properties(
            "spring.main.banner-mode=off",
            "logging.level.dev.adk4j.boot=info",
            "spring.liquibase.enabled=false")
        .run()
        .close();
  }

  private static List<String> lines(CapturedOutput output) {
    return output
        .getOut()
        .lines()
        .filter(line -> line.contains("ADK for Java"))
        .map(line -> line.substring(line.indexOf("ADK for Java")))
        .toList();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class NoTools {

    @Bean
    DispatchExecutor executor() {
      return (ctx, helpers) -> ctx.ack();
    }
  }

  static class OwnStorage extends NoTools {

    @Bean
    StorageAdapter storage() {
      return new InMemoryStorageAdapter();
    }

    @AgentTool("Tells the time.")
    String time() {
      return "noon";
    }
  }
}
