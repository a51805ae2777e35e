package dev.adk4j.boot.internal.diagnosis;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.Origin;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Reports the description of a property under {@code adk} whose value is rejected. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class WrongPropertyFailureAnalyzer
    extends AbstractFailureAnalyzer<InvalidConfigurationPropertyValueException> {

  private final Environment environment;

  WrongPropertyFailureAnalyzer(Environment environment) {
    this.environment = environment;
  }

  @Override
  protected @Nullable FailureAnalysis analyze(
      Throwable rootFailure, InvalidConfigurationPropertyValueException cause) {
    String name = cause.getName();
    if (!name.startsWith(KnownProperties.PREFIX)) {
      return null;
    }
    return PropertyReport.refused(
        name, cause.getValue(), origin(name), String.valueOf(cause.getReason()), cause);
  }

  private @Nullable Origin origin(String name) {
    if (!ConfigurationPropertyName.isValid(name)) {
      return null;
    }
    ConfigurationPropertyName property = ConfigurationPropertyName.of(name);
    for (var source : ConfigurationPropertySources.get(environment)) {
      var found = source.getConfigurationProperty(property);
      if (found != null) {
        return found.getOrigin();
      }
    }
    return null;
  }
}
