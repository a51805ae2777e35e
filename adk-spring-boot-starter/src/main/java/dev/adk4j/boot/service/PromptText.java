package dev.adk4j.boot.service;

import dev.adk4j.primitive.Message;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Message of a call: a template, or one argument.
 *
 * @param template null if the only parameter is the message
 * @param parameters indexes of the parameters by name; those of a template, or the only one
 */
record PromptText(@Nullable String template, Map<String, Integer> parameters) {

  private static final Pattern NAME = Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_]*)}");

  static Set<String> names(String template) {
    Set<String> names = new LinkedHashSet<>();
    NAME.matcher(template).results().forEach(found -> names.add(found.group(1)));
    return names;
  }

  Message message(Object[] arguments, String method) {
    if (template == null) {
      Map.Entry<String, Integer> only = parameters.entrySet().iterator().next();
      Object given = given(arguments, only, method);
      return given instanceof Message message ? message : Message.user(given.toString());
    }
    return Message.user(
        NAME.matcher(template)
            .replaceAll(
                found -> {
                  String name = found.group(1);
                  Integer index = parameters.get(name);
                  return Matcher.quoteReplacement(
                      index == null
                          ? found.group()
                          : given(arguments, Map.entry(name, index), method).toString());
                }));
  }

  private static Object given(
      Object[] arguments, Map.Entry<String, Integer> parameter, String method) {
    return required(arguments[parameter.getValue()], parameter.getKey(), method);
  }

  static Object required(@Nullable Object argument, String parameter, String method) {
    if (argument == null) {
      throw new IllegalArgumentException(method + ": " + parameter + " is null.");
    }
    return argument;
  }
}
