package dev.adk4j.boot.internal.diagnosis;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Reports the replacement of a former name under {@code adk}, or similar names for an unknown one.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnknownPropertyFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
    UnboundConfigurationPropertiesException unbound =
        findCause(cause, UnboundConfigurationPropertiesException.class);
    if (unbound == null || unbound.getUnboundProperties().stream().noneMatch(this::isOurs)) {
      return null;
    }
    List<ConfigurationProperty> properties = List.copyOf(unbound.getUnboundProperties());
    KnownProperties known = KnownProperties.ALL;
    return new FailureAnalysis(
        properties.stream()
            .map(
                p ->
                    "%s is not a property of this library (%s)."
                        .formatted(p.getName(), p.getOrigin()))
            .collect(Collectors.joining("\n")),
        properties.stream().map(p -> advice(p, known)).collect(Collectors.joining("\n")),
        cause);
  }

  private boolean isOurs(ConfigurationProperty property) {
    return property.getName().toString().startsWith(KnownProperties.PREFIX);
  }

  private static String advice(ConfigurationProperty property, KnownProperties known) {
    return known.replacement(property.getName()).orElseGet(() -> similar(property, known));
  }

  private static String similar(ConfigurationProperty property, KnownProperties known) {
    String name = property.getName().toString();
    List<String> near = known.near(name);
    return near.isEmpty()
        ? "Remove %s, or give it another prefix than adk if it is your own.".formatted(name)
        : "Did you mean this?\n"
            + near.stream()
                .map(
                    n ->
                        "\n\t%s: %s"
                            .formatted(written(n, property), known.explanation(n).orElse("")))
                .collect(Collectors.joining());
  }

  /** Returns the name as an environment variable if the unknown name is one. */
  private static String written(String name, ConfigurationProperty property) {
    return property.getOrigin() instanceof PropertySourceOrigin origin
            && origin.getPropertySource() instanceof SystemEnvironmentPropertySource
        ? "%s, as a variable %s"
            .formatted(
                name,
                name.toUpperCase(Locale.ROOT)
                    .replace("-", "")
                    .replaceAll("[.\\[]", "_")
                    .replace("]", ""))
        : name;
  }
}
