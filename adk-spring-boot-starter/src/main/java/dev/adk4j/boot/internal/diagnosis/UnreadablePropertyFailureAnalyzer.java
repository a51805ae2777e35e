package dev.adk4j.boot.internal.diagnosis;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionException;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/** Reports the expected type of a property under {@code adk} whose value has another type. */
@Order(Ordered.HIGHEST_PRECEDENCE + 10) // after the analyzers of single properties
final class UnreadablePropertyFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
    ConfigurationProperty property = cause.getProperty();
    if (property == null
        || findCause(cause, ConversionException.class) == null
        || !property.getName().toString().startsWith(KnownProperties.PREFIX)) {
      return null;
    }
    return PropertyReport.refused(
        property.getName().toString(),
        property.getValue(),
        property.getOrigin(),
        "must be " + kind(property.getName(), cause.getTarget().getType()),
        cause);
  }

  private static String kind(ConfigurationPropertyName name, ResolvableType declared) {
    Class<?> type = declared.resolve(Object.class);
    if (Map.class.isAssignableFrom(type)) {
      return "entries, each under its own name: " + name + ".<name>";
    }
    if (Collection.class.isAssignableFrom(type)) {
      Class<?> element = declared.getGeneric(0).resolve(Object.class);
      return element.isRecord()
          ? "numbered groups of properties: " + name + "[0].<property>"
          : "a comma-separated list, each element " + kind(element);
    }
    return kind(type);
  }

  private static String kind(Class<?> declared) {
    Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(declared);
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(each -> ((Enum<?>) each).name().toLowerCase(Locale.ROOT).replace('_', '-'))
          .collect(Collectors.joining(", ", "one of ", ""));
    }
    if (type == Boolean.class) {
      return "true or false";
    }
    if (type == Integer.class || type == Long.class) {
      return "a whole number";
    }
    if (type == Double.class || type == BigDecimal.class) {
      return "a number";
    }
    if (type == Duration.class) {
      return "a duration, such as 500ms, 20s or 5m";
    }
    if (type == DataSize.class) {
      return "a size, such as 512B, 64KB or 4MB";
    }
    if (type.isRecord()) {
      return "a group of properties, not a single value";
    }
    return "of type " + type.getSimpleName();
  }
}
