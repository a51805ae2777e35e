package dev.adk4j.boot.internal.callback;

import dev.adk4j.boot.internal.callback.CallbackProblem.Missing;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.FetchToolsCallback;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport.ConditionAndOutcomes;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Explains why a callback was not supplied, from the class path and the evaluated conditions. */
record AbsenceReasons(ConfigurableListableBeanFactory beanFactory) {

  static final String STORAGE_CLASS = "dev.adk4j.jdbc.JdbcPersistentStorage";
  static final String STORAGE_CONFIGURATION = "dev.adk4j.boot.jdbc.AdkJdbcStorageAutoConfiguration";

  private static final String EXECUTOR_CLASS = "dev.adk4j.springai.chat.ChatModelExecutor";
  private static final String MODEL_CHOICE = "spring.ai.model.chat";
  private static final String MODEL_CLASS = "org.springframework.ai.chat.model.ChatModel";

  List<String> of(List<Missing> problems) {
    List<Class<?>> missing = problems.stream().<Class<?>>map(Missing::type).toList();
    List<String> reasons = new ArrayList<>();
    if (missing.stream().anyMatch(AbsenceReasons::suppliedByStorage)) {
      reasons.add(storage());
    }
    if (missing.contains(FetchToolsCallback.class)) {
      reasons.add(
          "There is no Tool bean, no ToolProvider bean and no bean with an @AgentTool method.");
    }
    if (missing.contains(DispatchExecutor.class)) {
      reasons.add(executor());
    }
    return reasons;
  }

  /** Returns true for the 26 callbacks that the storage module supplies. */
  static boolean suppliedByStorage(Class<?> type) {
    return type != DispatchExecutor.class && type != FetchToolsCallback.class;
  }

  private String executor() {
    String prefix =
        "No bean implements DispatchExecutor, and none was created from a Spring AI ChatModel: ";
    ClassLoader classes = beanFactory.getBeanClassLoader();
    if (!ClassUtils.isPresent(EXECUTOR_CLASS, classes)) {
      return prefix + "adk-spring-ai is not on the class path.";
    }
    boolean model =
        ClassUtils.isPresent(MODEL_CLASS, classes)
            && beanFactory.getBeanNamesForType(
                        ClassUtils.resolveClassName(MODEL_CLASS, classes), true, false)
                    .length
                > 0;
    String chosen = chosenModel();
    String absent =
        chosen == null
            ? "there is no such bean."
            : MODEL_CHOICE
                + " is '"
                + chosen
                + "', so that only a starter of that name would make one.";
    return prefix + (model ? "adk.llm.enabled is false." : absent);
  }

  /** Returns the property value that disables the models of all starters but one; null if unset. */
  private @Nullable String chosenModel() {
    return environment().getProperty(MODEL_CHOICE);
  }

  private Environment environment() {
    return beanFactory.getBeanProvider(Environment.class).getObject();
  }

  /** Returns the remedy that gives the executor its model. */
  String modelRemedy() {
    return chosenModel() == null
        ? "Add a model: adk-spring-ai and the Spring AI starter of its provider, such as"
            + " org.springframework.ai:spring-ai-starter-model-openai, with its key:\n\n"
            + indent("spring.ai.openai.api-key=…")
        : "Let the starter that is there make its model: remove "
            + MODEL_CHOICE
            + ", or set it to the starter's name, such as\n\n"
            + indent(MODEL_CHOICE + "=openai");
  }

  private String storage() {
    if (!ClassUtils.isPresent(STORAGE_CLASS, beanFactory.getBeanClassLoader())) {
      return "adk-jdbc-storage, which supplies all of them except the tools and the executor, is "
          + "not on the class path.";
    }
    String prefix = "adk-jdbc-storage is on the class path, but ";
    ConditionEvaluationReport report = ConditionEvaluationReport.find(beanFactory);
    if (report == null) {
      return prefix + "the conditions of " + STORAGE_CONFIGURATION + " were not evaluated.";
    }
    if (report.getExclusions().contains(STORAGE_CONFIGURATION)) {
      return prefix + STORAGE_CONFIGURATION + " is excluded.";
    }
    ConditionAndOutcomes outcomes = outcomes(report);
    if (outcomes == null) {
      return prefix + STORAGE_CONFIGURATION + " was not imported.";
    }
    List<String> mismatches = new ArrayList<>();
    outcomes.forEach(
        outcome -> {
          if (!outcome.getOutcome().isMatch()) {
            mismatches.add(outcome.getOutcome().getMessage());
          }
        });
    return prefix
        + (mismatches.isEmpty()
            ? "its beans were replaced by others."
            : "it backed off: " + String.join("; ", mismatches) + ".");
  }

  /**
   * Returns the remedy by which the storage module supplies the missing beans, or null if there is
   * no simple one.
   */
  @Nullable String storageRemedy() {
    if (!ClassUtils.isPresent(STORAGE_CLASS, beanFactory.getBeanClassLoader())) {
      return "Add the module that stores everything in your database:\n\n" + indent(dependency());
    }
    ConditionEvaluationReport report = ConditionEvaluationReport.find(beanFactory);
    if (report != null && report.getExclusions().contains(STORAGE_CONFIGURATION)) {
      return "Enable the storage module, which is on the class path: remove the exclusion of "
          + STORAGE_CONFIGURATION
          + ".\n";
    }
    if (!environment().getProperty("adk.jdbc.enabled", boolean.class, true)) {
      return "Enable the storage module, which is on the class path:\n\n"
          + indent("adk.jdbc.enabled=true");
    }
    return switch (dataSources()) {
      case 0 ->
          "Add a database for the storage module, which is on the class path. With "
              + "spring-boot-starter-jdbc or spring-boot-starter-data-jpa and a driver:\n\n"
              + indent(
                  """
                  spring.datasource.url=jdbc:postgresql://localhost:5432/agent
                  spring.datasource.username=agent
                  spring.datasource.password=…""");
      case 1 -> null;
      default -> "Mark the DataSource bean for the storage module with @Primary.\n";
    };
  }

  private int dataSources() {
    return ClassUtils.isPresent("javax.sql.DataSource", beanFactory.getBeanClassLoader())
        ? beanFactory.getBeanNamesForType(DataSource.class, true, false).length
        : 0;
  }

  private static String dependency() {
    String version =
        Optional.ofNullable(AbsenceReasons.class.getPackage().getImplementationVersion())
            .orElse("${adk.version}");
    return """
        <dependency>
          <groupId>dev.adk4j</groupId>
          <artifactId>adk-jdbc-storage</artifactId>
          <version>%s</version>
        </dependency>"""
        .formatted(version);
  }

  /** Indented by a tab, with a line feed at the end. */
  static String indent(String text) {
    return text.lines()
        .map(line -> line.isEmpty() ? line : "\t" + line)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static @Nullable ConditionAndOutcomes outcomes(ConditionEvaluationReport report) {
    Map<String, ConditionAndOutcomes> bySource = report.getConditionAndOutcomesBySource();
    return bySource.get(STORAGE_CONFIGURATION);
  }
}
