package dev.adk4j.springai.chat;

import dev.adk4j.value.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import tools.jackson.core.JacksonException;

/**
 * Puts tool calls together in the order they arrive. Spring AI's own models give whole calls;
 * others may repeat a call, or give it in fragments.
 */
final class ToolCallCollector {

  private final List<AssistantMessage.ToolCall> calls = new ArrayList<>();

  void add(AssistantMessage.ToolCall call) {
    boolean nameless = isBlank(call.id()) && isBlank(call.name());
    int last = calls.size() - 1;
    if (nameless && last >= 0) {
      append(last, call.arguments());
      return;
    }
    int known = isBlank(call.id()) ? -1 : indexOf(call.id());
    if (known >= 0 && repeats(calls.get(known), call)) {
      return;
    }
    if (known >= 0 && !isJson(calls.get(known).arguments())) {
      append(known, call.arguments());
      return;
    }
    calls.add(
        new AssistantMessage.ToolCall(
            orEmpty(call.id()), "function", orEmpty(call.name()), orEmpty(call.arguments())));
  }

  List<AssistantMessage.ToolCall> collected() {
    return List.copyOf(calls);
  }

  private void append(int index, @Nullable String arguments) {
    AssistantMessage.ToolCall call = calls.get(index);
    calls.set(
        index,
        new AssistantMessage.ToolCall(
            call.id(), call.type(), call.name(), call.arguments() + orEmpty(arguments)));
  }

  /** The last one of that id: a fragment belongs to what came before it. */
  private int indexOf(String id) {
    for (int i = calls.size() - 1; i >= 0; i--) {
      if (calls.get(i).id().equals(id)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean repeats(AssistantMessage.ToolCall known, AssistantMessage.ToolCall call) {
    return known.name().equals(orEmpty(call.name()))
        && known.arguments().equals(orEmpty(call.arguments()));
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
