package dev.adk4j.tool;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A tool of one argument of the type, which answers with what it got. */
interface Takes<T extends @Nullable Object> {

  @AgentTool(description = "d")
  default String takes(T value) {
    return said(value);
  }

  default Type type() {
    return ((ParameterizedType) getClass().getGenericInterfaces()[0]).getActualTypeArguments()[0];
  }

  static String said(@Nullable Object value) {
    String said = Arrays.deepToString(new Object[] {value});
    return value instanceof Locale locale
        ? locale.toLanguageTag()
        : said.substring(1, said.length() - 1);
  }
}
