package dev.adk4j.boot.callback;

import dev.adk4j.boot.callback.CallbackProblem.Missing;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.FetchToolsCallback;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport.ConditionAndOutcomes;
import org.springframework.util.ClassUtils;

/**
 * Says why what is missing was not supplied: from the class path and the conditions that were
 * evaluated.
 */
final class AbsenceReasons {

  static final String STORAGE_CLASS = "dev.adk4j.jpa.JpaPersistentStorage";
  static final String STORAGE_CONFIGURATION = "dev.adk4j.boot.jpa.AdkJpaStorageAutoConfiguration";

  private final ConfigurableListableBeanFactory beanFactory;

  AbsenceReasons(ConfigurableListableBeanFactory beanFactory) {
    this.beanFactory = beanFactory;
  }

  List<String> of(List<CallbackProblem> problems) {
    List<Class<?>> missing =
        problems.stream()
            .filter(Missing.class::isInstance)
            .<Class<?>>map(CallbackProblem::type)
            .toList();
    List<String> reasons = new ArrayList<>();
    if (missing.stream().anyMatch(AbsenceReasons::suppliedByStorage)) {
      reasons.add(storage());
    }
    if (missing.contains(FetchToolsCallback.class)) {
      reasons.add(
          "There is no Tool bean, no ToolProvider bean and no bean with an @AgentTool method.");
    }
    if (missing.contains(DispatchExecutor.class)) {
      reasons.add(
          "The executor is the application's own: it calls the model. No bean implements DispatchExecutor.");
    }
    return reasons;
  }

  /** Whether it is one of the 26 that the storage module supplies. */
  static boolean suppliedByStorage(Class<?> type) {
    return type != DispatchExecutor.class && type != FetchToolsCallback.class;
  }

  private String storage() {
    if (!ClassUtils.isPresent(STORAGE_CLASS, beanFactory.getBeanClassLoader())) {
      return "adk-jpa-storage, which supplies all of them but the tools and the executor, is not on the class path.";
    }
    String prefix = "adk-jpa-storage is on the class path, but ";
    ConditionEvaluationReport report = ConditionEvaluationReport.find(beanFactory);
    if (report == null) {
      return prefix + "nothing is known of the conditions of " + STORAGE_CONFIGURATION + ".";
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
            ? "its beans gave way to others."
            : "it backed off: " + String.join("; ", mismatches) + ".");
  }

  private static @Nullable ConditionAndOutcomes outcomes(ConditionEvaluationReport report) {
    Map<String, ConditionAndOutcomes> bySource = report.getConditionAndOutcomesBySource();
    return bySource.get(STORAGE_CONFIGURATION);
  }
}
