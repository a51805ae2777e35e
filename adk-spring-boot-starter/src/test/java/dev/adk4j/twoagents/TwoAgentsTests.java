package dev.adk4j.twoagents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts an application with two agents, of which one is an interface. */
class TwoAgentsTests {

  @Test
  void eachAgentHasItsModelPromptAndTools() throws Exception {
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(TwoAgents.App.class)
            .web(WebApplicationType.NONE)
            .properties(
                "spring.main.banner-mode=off",
                "spring.datasource.generate-unique-name=true",
                "spring.liquibase.enabled=false",
                "spring.flyway.enabled=false",
                "adk.llm.chat-model=large",
                "adk.agents.sales.system-prompt=Sell.",
                "adk.agents.sales.tools=find",
                "adk.agents.support.chat-model=small",
                "adk.agents.support.system-prompt=Help.")
            .run()) {
      TwoAgents.Shop shop = context.getBean(TwoAgents.Shop.class);
      assertThat(shop.sales().ask("Hi")).isEqualTo("large: Sell. [find]");
      assertThat(shop.support().hello("Hi")).isEqualTo("small: Help. []");
      assertThat(shop.agent().ask("Hi")).isEqualTo("large:  [find]");
      assertThat(
              context
                  .getBean(TwoAgents.Support.class)
                  .chat("c1", "Hi")
                  .answer()
                  .get(1, TimeUnit.MINUTES)
                  .text())
          .isEqualTo("small: Help. []");
    }
  }
}
