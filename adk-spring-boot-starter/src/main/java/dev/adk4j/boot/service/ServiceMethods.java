package dev.adk4j.boot.service;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.boot.internal.diagnosis.StartupFailure;
import dev.adk4j.client.AgentStream;
import dev.adk4j.client.Answer;
import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Message;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ResolvableType;

/** Reads the methods of an interface, and records all problems with them. */
record ServiceMethods(Class<?> type, List<String> problems) {

  /** Returns the abstract methods; adds a line to the problems for each problem. */
  static Map<Method, ServiceMethod> of(Class<?> type, List<String> problems) {
    ServiceMethods reading = new ServiceMethods(type, problems);
    Map<Method, ServiceMethod> methods = new LinkedHashMap<>();
    for (Method method : type.getMethods()) {
      if (Modifier.isAbstract(method.getModifiers())) {
        ServiceMethod read = reading.read(method);
        if (read != null) {
          methods.put(method, read);
        }
      } else if (method.isAnnotationPresent(Prompt.class)) {
        reading.wrong(method, "has a body and a @Prompt: remove one of them");
      }
    }
    return methods;
  }

  /** Returns the failure of a startup with such problems; never called without one. */
  static StartupFailure failure(List<String> problems) {
    return new StartupFailure(
        "Agents cannot be created from @AgentService interfaces",
        problems,
        """
        Give each method one message, or a @Prompt with its parameters, and let it return text, a value, Answer or AgentStream:

        \t@AgentService
        \tinterface Support {
        \t  @Prompt("Classify: {text}")
        \t  Category classify(String text);

        \t  AgentStream chat(@ConversationId String id, String text);
        \t}""",
        null);
  }

  private @Nullable ServiceMethod read(Method method) {
    int before = problems.size();
    int conversation = conversation(method);
    PromptText text = text(method);
    Type returned = GenericTypeResolver.resolveType(method.getGenericReturnType(), type);
    AnswerType<?> answer = answer(method, returned);
    return problems.size() == before && text != null
        ? new ServiceMethod(name(method), conversation, text, returned, answer)
        : null;
  }

  private int conversation(Method method) {
    int found = -1;
    Parameter[] parameters = method.getParameters();
    for (int i = 0; i < parameters.length; i++) {
      if (!isConversation(parameters[i])) {
        continue;
      }
      if (parameters[i].getType() != String.class) {
        wrong(
            method,
            "parameter " + parameters[i].getName() + ": a @ConversationId must be a String");
      }
      if (found >= 0) {
        wrong(method, "parameter " + parameters[i].getName() + ": is a second @ConversationId");
      }
      found = i;
    }
    return found;
  }

  private @Nullable PromptText text(Method method) {
    Map<String, Integer> others = new LinkedHashMap<>();
    Parameter[] parameters = method.getParameters();
    for (int i = 0; i < parameters.length; i++) {
      if (!isConversation(parameters[i])) {
        others.put(parameters[i].getName(), i);
      }
    }
    Prompt prompt = method.getAnnotation(Prompt.class);
    return prompt == null
        ? message(method, parameters, others)
        : template(method, prompt.value(), parameters, others);
  }

  private @Nullable PromptText message(
      Method method, Parameter[] parameters, Map<String, Integer> others) {
    if (others.size() != 1) {
      wrong(
          method,
          "has %d parameters for the message, which must be one String or Message: give it a @Prompt with the names of its parameters in braces"
              .formatted(others.size()));
      return null;
    }
    Parameter only = parameters[others.values().iterator().next()];
    if (only.getType() != String.class && only.getType() != Message.class) {
      wrong(
          method,
          "parameter %s: is a %s, but the message must be a String or a Message; give the method a @Prompt with its name in braces"
              .formatted(only.getName(), only.getType().getSimpleName()));
      return null;
    }
    return new PromptText(null, others);
  }

  private @Nullable PromptText template(
      Method method, String template, Parameter[] parameters, Map<String, Integer> others) {
    if (template.isBlank()) {
      wrong(method, "has an empty @Prompt");
    }
    Set<String> names = PromptText.names(template);
    for (Parameter parameter : parameters) {
      if (!parameter.isNamePresent()) {
        wrong(
            method,
            "its parameters have no names at run time: compile with -parameters (Maven: <maven.compiler.parameters>true</maven.compiler.parameters>; Gradle: options.compilerArgs.add(\"-parameters\"))");
        return null;
      }
    }
    names.stream()
        .filter(name -> !others.containsKey(name))
        .forEach(
            name ->
                wrong(
                    method,
                    "the @Prompt names {%s}, but there is no such parameter; there are: %s"
                        .formatted(
                            name, others.isEmpty() ? "none" : String.join(", ", others.keySet()))));
    others.keySet().stream()
        .filter(name -> !names.contains(name))
        .forEach(
            name ->
                wrong(
                    method,
                    "parameter %s: is not in the @Prompt; write {%s} into it, or mark it as @ConversationId"
                        .formatted(name, name)));
    return new PromptText(template, others);
  }

  private @Nullable AnswerType<?> answer(Method method, Type returned) {
    if (returned == String.class || returned == Answer.class || returned == AgentStream.class) {
      return null;
    }
    Class<?> raw = ResolvableType.forType(returned).toClass();
    if (raw == void.class || raw == Void.class) {
      wrong(method, "returns nothing: return String, a value, Answer or AgentStream");
      return null;
    }
    if (Future.class.isAssignableFrom(raw)
        || Flow.Publisher.class.isAssignableFrom(raw)
        || BaseStream.class.isAssignableFrom(raw)
        || raw.getName().startsWith("reactor.")) {
      wrong(method, "returns a " + raw.getSimpleName() + ": to stream, return AgentStream");
      return null;
    }
    try {
      return AnswerType.of(returned);
    } catch (AdkException e) {
      wrong(
          method,
          "returns "
              + returned.getTypeName()
              + ", which cannot be requested from a model: "
              + e.getMessage());
      return null;
    }
  }

  private static boolean isConversation(Parameter parameter) {
    return parameter.isAnnotationPresent(ConversationId.class);
  }

  private void wrong(Method method, String problem) {
    problems.add(name(method) + ": " + problem);
  }

  private String name(Method method) {
    List<String> parameters = new ArrayList<>();
    for (Class<?> parameter : method.getParameterTypes()) {
      parameters.add(parameter.getSimpleName());
    }
    return type.getSimpleName()
        + "."
        + method.getName()
        + "("
        + String.join(", ", parameters)
        + ")";
  }
}
