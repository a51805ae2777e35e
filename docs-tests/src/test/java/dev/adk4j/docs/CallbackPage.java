package dev.adk4j.docs;

import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.CallbackKind;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The reference of the 27 callbacks, from their interfaces and from what the JPA module sends. */
final class CallbackPage {

  private static final String HEAD =
      """
      # Callbacks

      Written from the code by `CallbackPageTests`; do not edit.

      A turn runner cannot be built without an answer to each of these 27 interfaces. All are in `dev.adk4j.storage`,
      all methods take the `AgentContext` of the turn or of a standalone dispatch first and may throw any exception,
      all are called on the thread of the turn, by concurrent turns at the same time.

      When they are called: only when somebody asks, never by the runtime on its own.

      * **fetch, refresh**: at once, when a context's method of the same name is called. On Spring Boot `HydrateTurn`
        does so at the start of a turn, for the kinds whose `adk.turn.hydrate` limit is above 0.
      * **store, mutate, delete** on a `TurnContext`: at once. On a `DispatchContext`: at the flush after the
        iteration, in the order of the calls; neighbours of one unit of work in one transaction; not at all where the
        iteration failed, was refused or was aborted. On Spring Boot `AcceptInput` stores the input of a turn.
      * **store bytes**: at once, on both.

      *Opt-out* is the name in `adk.storage.noop` that leaves a callback to a no-op. *Owner* is what its records belong
      to in the JPA module. *JPA* is what that module sent to an H2 database when the callback was called once.
      """;

  private CallbackPage() {}

  static String write(Function<CallbackKey, List<String>> sent) {
    StringBuilder page = new StringBuilder(HEAD);
    for (CallbackKind optOut : CallbackKind.values()) {
      page.append("\n## ").append(optOut.propertyValue()).append("\n\n");
      page.append("Opt-out: `").append(optOut.propertyValue()).append("`. Owner: ");
      page.append(owner(optOut)).append(".\n\n| Interface | Method | What it does | JPA |\n");
      page.append("| --- | --- | --- | --- |\n");
      Arrays.stream(CallbackKey.values())
          .filter(callback -> callback.kind() == optOut)
          .forEach(callback -> page.append(row(callback, sent.apply(callback))));
    }
    return page.toString();
  }

  private static String row(CallbackKey callback, List<String> sent) {
    return "| `%s` | `%s` | %s | %s |%n"
        .formatted(
            callback.type().getSimpleName(),
            signature(callback.type()),
            summary(callback.type()),
            sent.isEmpty() ? "not answered: tools are the application's" : String.join("; ", sent))
        .replace(System.lineSeparator(), "\n");
  }

  private static String signature(Class<?> type) {
    Method method =
        Arrays.stream(type.getDeclaredMethods())
            .filter(m -> Modifier.isAbstract(m.getModifiers()))
            .findFirst()
            .orElseThrow();
    String parameters =
        Arrays.stream(method.getParameters())
            .map(CallbackPage::parameter)
            .collect(Collectors.joining(", "));
    return simple(method.getGenericReturnType().getTypeName())
        + " "
        + method.getName()
        + "("
        + parameters
        + ")";
  }

  private static String parameter(Parameter parameter) {
    return simple(parameter.getParameterizedType().getTypeName()) + " " + parameter.getName();
  }

  private static String simple(String type) {
    return type.replaceAll("[a-z0-9]+\\.", "");
  }

  /** The first sentence of the interface's documentation. */
  private static String summary(Class<?> type) {
    String file = "adk-core/src/main/java/" + type.getName().replace('.', '/') + ".java";
    Matcher comment =
        Pattern.compile("(?s)/\\*\\*(.*?)\\*/\\s*@FunctionalInterface")
            .matcher(Repository.text(file));
    if (!comment.find()) {
      throw new IllegalStateException(file + " has no documentation");
    }
    String text = comment.group(1).replaceAll("\\s*\\n\\s*\\*\\s*", " ").strip();
    return text.replaceFirst("(?s)\\.\\s.*|\\.$", "") + ".";
  }

  private static String owner(CallbackKind kind) {
    return switch (kind) {
      case MEMORIES -> "tenant and subject";
      case STANDING_INSTRUCTIONS -> "tenant, and tenant and subject";
      case TOOLS -> "none";
      default -> "tenant and conversation";
    };
  }
}
