package dev.adk4j.boot.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Selects a parser by a property: one of the library's by its name, or a bean.
 *
 * @param none parser if neither is configured
 * @param names names of the library's parsers
 */
record ParserChoice<T>(
    String property,
    Class<T> type,
    T none,
    Set<String> names,
    Function<String, T> named,
    ListableBeanFactory factory) {

  private static final String CUSTOM = "custom";

  T chosen(@Nullable String value) {
    if (value == null) {
      return bean(value, none);
    }
    if (value.equalsIgnoreCase(CUSTOM)) {
      return bean(value, null);
    }
    if (names.contains(value.strip().toLowerCase(Locale.ROOT).replace('-', '_'))) {
      return named.apply(value);
    }
    if (beanNames().contains(value)) {
      return factory.getBean(value, type);
    }
    throw refused(value, "names no parser; known are " + String.join(", ", known()));
  }

  private T bean(@Nullable String value, @Nullable T otherwise) {
    try {
      T bean = factory.getBeanProvider(type).getIfAvailable();
      if (bean != null) {
        return bean;
      }
    } catch (NoUniqueBeanDefinitionException e) {
      throw refused(
          value,
          "must be the name of one of the beans "
              + String.join(", ", beanNames())
              + ", unless one of them is primary");
    }
    if (otherwise != null) {
      return otherwise;
    }
    throw refused(value, "needs a bean of the type " + type.getName());
  }

  private List<String> known() {
    List<String> known = new ArrayList<>(names);
    known.add(CUSTOM);
    known.addAll(beanNames());
    return known;
  }

  private List<String> beanNames() {
    return List.of(factory.getBeanNamesForType(type));
  }

  private InvalidConfigurationPropertyValueException refused(
      @Nullable String value, String reason) {
    return new InvalidConfigurationPropertyValueException(property, value, reason);
  }
}
