package dev.adk4j.boot;

import dev.adk4j.boot.internal.callback.Assignment;
import dev.adk4j.boot.internal.callback.CallbackResolution;
import dev.adk4j.boot.internal.startup.StartupNote;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.turn.TurnRunner;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Logs one line when the application is ready: version, storage, model, tools, memory, and where to
 * find more. It does not create any bean.
 */
record StartupLine(
    ConfigurableListableBeanFactory beanFactory,
    CallbackResolution resolution,
    ObjectProvider<StartupNote> notes,
    Environment environment)
    implements ApplicationListener<ApplicationReadyEvent> {

  private static final Logger log = LoggerFactory.getLogger(StartupLine.class);

  private static final String ACTUATOR =
      "org.springframework.boot.actuate.endpoint.annotation.Endpoint";
  private static final int NAMED_TOOLS = 6;

  @Override
  public void onApplicationEvent(ApplicationReadyEvent event) {
    if (event.getApplicationContext().getBeanFactory() == beanFactory && log.isInfoEnabled()) {
      log.info("{}", text());
    }
  }

  String text() {
    String version =
        Optional.ofNullable(StartupLine.class.getPackage().getImplementationVersion())
            .map(number -> " " + number)
            .orElse("");
    return "ADK for Java%s: storage %s; model %s; %s; memory %s; %s"
        .formatted(version, storage(), model(), tools(), note(StartupNote.MEMORY, "off"), more());
  }

  private String storage() {
    return switch (resolution.callbacks().get(CallbackKey.STORE_MESSAGE)) {
      case Assignment.Noop noop -> "of messages none";
      case Assignment.Bean bean when bean.fallback() -> {
        String risk = note(StartupNote.RISK, "");
        yield note(StartupNote.STORAGE, bean.name()) + (risk.isEmpty() ? "" : " (" + risk + ")");
      }
      case Assignment.Bean bean -> "bean " + bean.name();
      case null, default -> "of the application";
    };
  }

  private String model() {
    Assignment.Bean executor = resolution.executor();
    return note(
        StartupNote.MODEL,
        executor == null ? "of the application" : "behind bean " + executor.name());
  }

  private String tools() {
    List<String> names = names();
    if (names == null) {
      return "tools of the application";
    }
    String some = String.join(", ", names.subList(0, Math.min(NAMED_TOOLS, names.size())));
    String others = names.size() > NAMED_TOOLS ? ", …" : "";
    String provided =
        resolution.callbacks().get(CallbackKey.FETCH_TOOLS) instanceof Assignment.Bean bean
            ? "tools of " + bean.name()
            : "no tools";
    return switch (names.size()) {
      case 0 -> provided;
      case 1 -> "1 tool (" + some + ")";
      default -> names.size() + " tools (" + some + others + ")";
    };
  }

  /** Returns null if the runner does not exist yet, or is not that of the starter. */
  private @Nullable List<String> names() {
    return beanFactory.getSingleton(AdkAutoConfiguration.RUNNER) instanceof TurnRunner runner
        ? runner.describe().tools()
        : null;
  }

  private String note(String topic, String otherwise) {
    return notes
        .orderedStream()
        .filter(note -> note.topic().equals(topic))
        .findFirst()
        .map(note -> note.text().get())
        .orElse(otherwise);
  }

  private String more() {
    if (!ClassUtils.isPresent(ACTUATOR, beanFactory.getBeanClassLoader())) {
      return "spring-boot-starter-actuator shows more";
    }
    Set<String> exposed =
        StringUtils.commaDelimitedListToSet(
            environment.getProperty("management.endpoints.web.exposure.include", ""));
    return exposed.contains("*") || exposed.stream().map(String::strip).anyMatch("adk"::equals)
        ? "more at "
            + environment.getProperty("management.endpoints.web.base-path", "/actuator")
            + "/adk"
        : "more with management.endpoints.web.exposure.include=adk";
  }
}
