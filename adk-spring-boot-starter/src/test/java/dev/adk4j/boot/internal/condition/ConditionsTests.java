package dev.adk4j.boot.internal.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.ContextStarter;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class ConditionsTests {

  @AutoClose
  private final ContextStarter runner = ContextStarter.of().withUserConfiguration(Switched.class);

  @ParameterizedTest
  @CsvSource({
    "true, true", "TRUE, true", "on, true", "yes, true", "1, true", "' true ', true",
    "false, false", "False, false", "off, false", "NO, false", "0, false", "' false ', false",
    // left to binding, which refuses it
    "nonsense, true", "2, true"
  })
  void aSwitchIsReadAsBindingReadsABoolean(String value, boolean on) {
    var context = runner.start("test.on=" + value, "test.off=" + value);
    assertThat(context.containsBean("onByDefault")).isEqualTo(on);
    assertThat(context.containsBean("offByDefault")).isEqualTo(on);
  }

  @ParameterizedTest
  @CsvSource({
    "true, true, true",
    "true, false, false",
    "false, true, false",
    "false, false, false"
  })
  void oneDisabledSwitchIsEnough(boolean first, boolean second, boolean both) {
    var context = runner.start("test.on=" + first, "test.off=" + second);
    assertThat(context.containsBean("both")).isEqualTo(both);
  }

  @ParameterizedTest
  @CsvSource({"test.any", "test.on", "test.off"})
  void anUnsetOrEmptySwitchHasItsDefault(String empty) {
    var context = runner.start(empty + "=");
    assertThat(context).hasBean("onByDefault").doesNotHaveBean("offByDefault");
    assertThat(context).doesNotHaveBean("both");
    assertThat(reasons(context, "offByDefault"))
        .contains("(test.off)")
        .contains("found it not set");
  }

  @ParameterizedTest
  @CsvSource({
    "in-memory, true",
    "IN_MEMORY, true",
    "inMemory, true",
    "in memory, true",
    "'', false",
    "memory, false"
  })
  void aChoiceIsReadAsBindingReadsAConstant(String value, boolean chosen) {
    var context = runner.start("test.backend=" + value);
    assertThat(context.containsBean("chosen")).isEqualTo(chosen);
    assertThat(context.containsBean("preset")).isEqualTo(chosen || value.isEmpty());
  }

  @ParameterizedTest
  @CsvSource({"test.on, off", "test.backend, other"})
  void theReportNamesThePropertyAndItsValue(String property, String value) {
    var context = runner.start(property + "=" + value);
    assertThat(reasons(context, property.endsWith("on") ? "onByDefault" : "preset"))
        .contains(property)
        .contains("found it set to " + value);
  }

  private static String reasons(ConfigurableApplicationContext context, String bean) {
    StringBuilder text = new StringBuilder();
    ConditionEvaluationReport.get(context.getBeanFactory())
        .getConditionAndOutcomesBySource()
        .forEach(
            (source, outcomes) -> {
              if (source.endsWith("#" + bean)) {
                outcomes.forEach(each -> text.append(each.getOutcome().getMessage()));
              }
            });
    return text.toString();
  }

  @Configuration(proxyBeanMethods = false)
  static class Switched {

    @Bean
    @ConditionalOnSwitch(defaultOn = "test.on")
    String onByDefault() {
      return "";
    }

    @Bean
    @ConditionalOnSwitch(defaultOff = "test.off")
    String offByDefault() {
      return "";
    }

    @Bean
    @ConditionalOnSwitch(defaultOn = "test.on", defaultOff = "test.off")
    String both() {
      return "";
    }

    @Bean
    @ConditionalOnChoice(property = "test.backend", value = "in-memory")
    String chosen() {
      return "";
    }

    @Bean
    @ConditionalOnChoice(property = "test.backend", value = "in-memory", matchIfMissing = true)
    String preset() {
      return "";
    }
  }
}
