package dev.adk4j.boot.test.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.memory.AdkMemoryAutoConfiguration;
import dev.adk4j.boot.test.AdkTest;
import dev.adk4j.memory.local.InMemoryMemoryStore;
import dev.adk4j.test.AdkAssertions;
import dev.adk4j.test.AgentTester;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.test.annotation.DirtiesContext;

/** An application whose memory is on. */
@ExtendWith(OutputCaptureExtension.class)
class AdkTestMemoryTests {

  @Nested
  @AdkTest(properties = "adk.memory.enabled=true")
  @DirtiesContext
  class LeftOut {

    @Test
    void theLineOfTheStartDoesNotSayThatItIsOff(CapturedOutput output) {
      assertThat(output)
          .contains("memory on and left out of this test")
          .contains("importing AdkMemoryAutoConfiguration");
    }
  }

  @Nested
  @AdkTest(properties = "adk.memory.enabled=true")
  @ImportAutoConfiguration(AdkMemoryAutoConfiguration.class)
  @DirtiesContext
  class Imported {

    @Test
    void theAgentHasItsTools(CapturedOutput output, @Autowired AgentTester agent) {
      assertThat(output).contains("memory in notes");
      AdkAssertions.assertThat(
              agent
                  .conversation("ann", "c")
                  .calls("search_memory", Map.of("query", "name"))
                  .says("Ann.")
                  .send("Who am I?"))
          .calledTool("search_memory")
          .succeeded();
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Store {
      @Bean
      InMemoryMemoryStore notes() {
        return InMemoryMemoryStore.of("notes");
      }
    }
  }
}
