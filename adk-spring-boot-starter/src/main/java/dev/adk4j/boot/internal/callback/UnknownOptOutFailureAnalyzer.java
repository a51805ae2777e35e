package dev.adk4j.boot.internal.callback;

import dev.adk4j.storage.CallbackKind;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Reports the names that {@code adk.storage.noop} accepts if it contains an unknown one. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnknownOptOutFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

  private static final ConfigurationPropertyName NOOP =
      ConfigurationPropertyName.of("adk.storage.noop");

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
    if (!NOOP.equals(cause.getName()) && !NOOP.isAncestorOf(cause.getName())) {
      return null;
    }
    ConfigurationProperty property = cause.getProperty();
    String known =
        Arrays.stream(CallbackKind.values())
            .map(CallbackKind::propertyValue)
            .collect(Collectors.joining(", "));
    return new FailureAnalysis(
        "adk.storage.noop lists the kinds of records that are not stored, and "
            + (property == null
                ? "one of its names is unknown."
                : "'%s' is unknown (%s).".formatted(property.getValue(), property.getOrigin())),
        """
        Use names of this list, separated by commas, or remove the property to store everything:

        \t%s

        For example:

        \tadk.storage.noop=thoughts,memories"""
            .formatted(known),
        cause);
  }
}
