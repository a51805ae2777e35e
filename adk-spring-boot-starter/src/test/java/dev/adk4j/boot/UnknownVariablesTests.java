package dev.adk4j.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.StringUtils;

/** Starts an application with variables of the environment and with system properties. */
@ExtendWith(OutputCaptureExtension.class)
class UnknownVariablesTests {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          ADK_GATES_VERDICT_TIMOUT        | adk.gates.verdict-timeout, as a variable ADK_GATES_VERDICTTIMEOUT
          ADK_GAETS_VERDICTTIMEOUT        | adk.gates.verdict-timeout, as a variable
          adk_gates_verdicttimout         | adk.gates.verdict-timeout, as a variable
          ADK_STROAGE_NOOP                | adk.storage.noop, as a variable ADK_STORAGE_NOOP
          ADK_AGENTS_DESK_SYTEMPROMPT     | adk.agents.desk.system-prompt, as a variable ADK_AGENTS_DESK_SYSTEMPROMPT
          ADK_LLM_FALLBACK_MODELS_0_MODLE | adk.llm.fallback.models[0].modle is not a property of this library
          ADK_JDBC_MY_OWN_SETTING_OF_MINE | Remove adk.jdbc.my.own.setting.of.mine, or give it another prefix
          adk.gates.verdict-timout        | adk.gates.verdict-timeout: Time that
          ADK_LLM_RETRY_MAXATTEMPTS       | Use Spring AI's spring.ai.retry.*, or a RetryOptions bean.
          ADK_LLM_SELFIDENTITY            | Use the option prompt.selfIdentity of an LlmOptionsPatch bean.
          ADK_LLM_BUCKETORDER_0           | Use the option prompt.bucketOrder of an LlmOptionsPatch bean.
          ADK_LLM_CONTEXT_COMPACT_SUMMARISEATTOKENS | is now adk.llm.context.summary.summarize-at-tokens.
          """)
  void misspelledOneStopsTheStartWithItsNameAndTheNearOne(
      String name, String read, CapturedOutput output) {
    assertThat(catchThrowable(() -> start(Map.of(name, "3")).close())).isNotNull();
    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("is not a property of this library")
        .contains((name.contains(".") ? "\"" : "Environment Property \"") + name + "\"")
        .contains(read);
  }

  /** Of this library in each form that Spring reads, and of others. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ADK_GATES_VERDICTTIMEOUT=3",
        "ADK_GATES_VERDICT_TIMEOUT=3",
        "adk_gates_verdicttimeout=3",
        "ADK_GATES_VERDICTTIMEOUT=",
        "ADK_LLM_APPROVAL_TOOLS_0=refund",
        "ADK_LLM_PRICES_SMALL_INPUT=1",
        "ADK_GATES_REQUIREDAUTHORITIES_REFUND=boss",
        "ADK_AGENTS_DESK_SYSTEM_PROMPT=Be brief.",
        "ADK_TEST_PG=embedded",
        "ADK_TEST_PG_URL=jdbc:postgresql://localhost/postgres",
        "ADK_TEST_PGVECTOR_URL=x",
        "ADK_TEST_CHROMIUM=/usr/bin/chromium",
        "ADK_TEST_NPM=x",
        "ADK_PG_URL=x",
        "ADK_PG_PASSWORD=x",
        "ADK_CI_JAVA_HOME=/usr/lib/jvm",
        "ADK_PROTOCOLS_MAVEN=-o",
        "ADK_KILLS_MAVEN=-o",
        "ADK_COST_MAVEN=-o",
        "ADK_WAITING_MAVEN=-o",
        "ADK_MEMORY_SERVICE_HOST=10.0.0.1",
        "ADK_MEMORY_SERVICE_PORT_HTTP=80",
        "ADK_MEMORY_PORT=tcp://10.0.0.1:80",
        "ADK_MEMORY_PORT_80_TCP_ADDR=10.0.0.1",
        "adk.docs.update=true",
        "adk.fuzz.seed=1",
        "adk.test.npm=x"
      })
  void oneOfAnotherProgramIsLeftAlone(String variable, CapturedOutput output) {
    String name = variable.substring(0, variable.indexOf('='));
    catchThrowable(() -> start(Map.of(name, variable.substring(name.length() + 1))).close());
    assertThat(output).doesNotContain("is not a property of this library");
  }

  @Test
  void listOfAnotherSourceReplacesThatOfTheEnvironment(CapturedOutput output) {
    catchThrowable(
        () ->
            start(
                    Map.of("ADK_LLM_APPROVAL_TOOLS_0", "refund", "ADK_LLM_APPROVAL_TOOLS_1", "pay"),
                    "--adk.llm.approval.tools=send")
                .close());
    assertThat(output).doesNotContain("is not a property of this library");
  }

  private static ConfigurableApplicationContext start(
      Map<String, String> variables, String... arguments) {
    StandardEnvironment environment = new StandardEnvironment();
    boolean isSystem = variables.keySet().stream().allMatch(name -> name.contains("."));
    var sources = environment.getPropertySources();
    if (isSystem) {
      var properties = new java.util.Properties();
      properties.putAll(variables);
      String name = StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME;
      sources.replace(name, new PropertiesPropertySource(name, properties));
    } else {
      String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
      sources.replace(name, new SystemEnvironmentPropertySource(name, Map.copyOf(variables)));
    }
    return new SpringApplicationBuilder(App.class)
        .environment(environment)
        .web(WebApplicationType.NONE)
        .properties("spring.main.banner-mode=off")
        .run(StringUtils.toStringArray(java.util.List.of(arguments)));
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(AdkAutoConfiguration.class)
  static class App {}
}
