package dev.adk4j.springai.chat;

import dev.adk4j.value.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import tools.jackson.core.JacksonException;

/**
 * Combines tool calls in the order of their arrival. Spring AI's models return complete calls;
 * others may repeat a call or send fragments.
 */
final class ToolCallCollector implements ToolCallAccumulator {

  private record Call(String id, String name, StringBuilder arguments) {

    /** Returns true if a part has another name and therefore belongs to another call. */
    boolean hasOtherName(AssistantMessage.ToolCall call) {
      return !isBlank(name) && !isBlank(call.name()) && !name.equals(call.name());
    }

    boolean repeats(AssistantMessage.ToolCall call) {
      return name.equals(orEmpty(call.name())) && arguments.compareTo(of(call)) == 0;
    }

    /**
     * Returns true if the arguments are complete JSON. Checks the last character first, to avoid
     * parsing most fragments.
     */
    boolean isWhole() {
      int last = arguments.length() - 1;
      boolean cut =
          last >= 0
              && arguments.charAt(0) == '{'
              && arguments.charAt(last) != '}'
              && !Character.isWhitespace(arguments.charAt(last));
      return !cut && isJson(arguments.toString());
    }

    private static StringBuilder of(AssistantMessage.ToolCall call) {
      return new StringBuilder(orEmpty(call.arguments()));
    }
  }

  private final List<Call> calls = new ArrayList<>();

  @Override
  public void add(AssistantMessage.ToolCall call) {
    boolean nameless = isBlank(call.id()) && isBlank(call.name());
    Call known = nameless ? last() : isBlank(call.id()) ? null : lastOf(call.id());
    if (known == null) {
      calls.add(new Call(orEmpty(call.id()), orEmpty(call.name()), Call.of(call)));
    } else if (nameless) {
      known.arguments().append(orEmpty(call.arguments()));
    } else if (known.repeats(call)) {
      return;
    } else if (known.hasOtherName(call) || known.isWhole()) {
      calls.add(new Call(orEmpty(call.id()), orEmpty(call.name()), Call.of(call)));
    } else {
      known.arguments().append(orEmpty(call.arguments()));
    }
  }

  @Override
  public List<AssistantMessage.ToolCall> calls() {
    return calls.stream()
        .map(
            call ->
                new AssistantMessage.ToolCall(
                    call.id(), "function", call.name(), call.arguments().toString()))
        .toList();
  }

  private @Nullable Call last() {
    return calls.isEmpty() ? null : calls.getLast();
  }

  /** Returns the last call with the id. */
  private @Nullable Call lastOf(String id) {
    for (Call call : calls.reversed()) {
      if (call.id().equals(id)) {
        return call;
      }
    }
    return null;
  }

  private static boolean isJson(String arguments) {
    try {
      Json.read(arguments);
      return true;
    } catch (JacksonException e) {
      return false;
    }
  }

  private static boolean isBlank(@Nullable String text) {
    return text == null || text.isBlank();
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
