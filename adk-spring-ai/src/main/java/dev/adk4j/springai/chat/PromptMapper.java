package dev.adk4j.springai.chat;

import dev.adk4j.prompt.AssembledPrompt;
import dev.adk4j.prompt.PromptEntry;
import dev.adk4j.prompt.PromptOptions;
import dev.adk4j.springai.dialect.ProviderDialect;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;

/**
 * Converts a prompt to Spring AI's messages. Their metadata contains only the provider's own,
 * because some models send metadata to the provider.
 */
final class PromptMapper {

  private final ProviderDialect dialect;
  private final GenerationLog log;
  private final boolean group;
  private final boolean dataBehind;
  private final WireNames names;
  private CallIds ids = CallIds.of(List.of());

  /**
   * @param group true if neighboring calls of one generation become one message
   * @param order order of the prompt's parts; if no standing instructions follow the timeline, the
   *     text after it can be a user message
   */
  PromptMapper(
      ProviderDialect dialect,
      GenerationLog log,
      boolean group,
      List<PromptOptions.Bucket> order,
      WireNames names) {
    this.names = names;
    this.dialect = dialect;
    this.log = log;
    this.group = group;
    this.dataBehind =
        order.indexOf(PromptOptions.Bucket.STANDING_INSTRUCTIONS)
            < order.indexOf(PromptOptions.Bucket.TIMELINE);
  }

  /**
   * Returns true if the text after the timeline becomes a user message, because the provider
   * supports only one system text, which would change the beginning of every request.
   */
  boolean endsWithData(AssembledPrompt prompt) {
    return dataBehind && isLeading() && prompt.trailingSystem().isPresent();
  }

  private boolean isLeading() {
    return dialect.systemPlacement() == ProviderDialect.SystemPlacement.LEADING;
  }

  /**
   * Returns the messages, followed by an invalid answer and its problem, if there is one. Reads the
   * bytes of native media.
   */
  List<Message> messages(AssembledPrompt prompt, @Nullable AnswerRepair repair) throws IOException {
    ids = CallIds.of(prompt.history());
    List<Message> messages = new ArrayList<>();
    String trailing = prompt.trailingSystem().orElse(null);
    String leading = prompt.leadingSystem().orElse(null);
    boolean data = endsWithData(prompt);
    boolean folded = trailing != null && !data && isLeading();
    if (folded) {
      leading = leading == null ? trailing : leading + "\n\n" + trailing;
    }
    if (leading != null) {
      messages.add(new SystemMessage(leading));
    }
    Turns turns = new Turns(dialect.alternatesRoles());
    history(prompt.history(), turns);
    if (data) {
      turns.user(new UserMessage(Objects.requireNonNull(trailing)));
    }
    if (repair != null) {
      turns.assistant(repair.wrongAnswer());
      turns.user(new UserMessage(repair.text()));
    }
    messages.addAll(turns.messages);
    if (trailing != null && !folded && !data) {
      messages.add(new SystemMessage(trailing));
    }
    return messages;
  }

  private void history(List<PromptEntry> history, Turns turns) throws IOException {
    Set<@Nullable String> generations = generations(history);
    int at = 0;
    while (at < history.size()) {
      PromptEntry entry = history.get(at);
      int next = at + 1;
      switch (entry) {
        case PromptEntry.SystemEntry system -> throw new IllegalStateException("in the history");
        case PromptEntry.UserEntry user -> turns.user(user(user));
        case PromptEntry.AssistantEntry assistant -> turns.assistant(assistant.text());
        case PromptEntry.ThoughtEntry thought -> {
          if (!generations.contains(log.replayingOf(thought.id()))) {
            turns.assistant(thought.content());
          }
        }
        case PromptEntry.ToolExchange first -> {
          next = endOfGroup(history, at, first);
          exchanges(exchanges(history.subList(at, next)), turns);
        }
      }
      at = next;
    }
  }

  /**
   * Returns the generations whose calls are in the prompt. Their metadata also contains their
   * thoughts.
   */
  private Set<@Nullable String> generations(List<PromptEntry> history) {
    Set<@Nullable String> generations = new HashSet<>();
    for (PromptEntry entry : history) {
      if (entry instanceof PromptEntry.ToolExchange exchange) {
        generations.add(log.generationOf(exchange.id()));
      }
    }
    generations.remove(null);
    return generations;
  }

  private UserMessage user(PromptEntry.UserEntry user) throws IOException {
    return UserMessage.builder()
        .text(user.text())
        .media(SpringAiMedia.of(user.media(), dialect))
        .build();
  }

  /** Returns the index after the last neighboring exchange of the same generation. */
  private int endOfGroup(List<PromptEntry> history, int start, PromptEntry.ToolExchange first) {
    String generation = group ? log.generationOf(first.id()) : null;
    int end = start + 1;
    while (generation != null
        && end < history.size()
        && history.get(end) instanceof PromptEntry.ToolExchange next
        && Objects.equals(generation, log.generationOf(next.id()))) {
      end++;
    }
    return end;
  }

  private static List<PromptEntry.ToolExchange> exchanges(List<PromptEntry> entries) {
    return entries.stream().map(PromptEntry.ToolExchange.class::cast).toList();
  }

  /**
   * Adds the calls, then all results, then the media of the results, which tool messages cannot
   * contain.
   */
  private void exchanges(List<PromptEntry.ToolExchange> exchanges, Turns turns) throws IOException {
    turns.calls(
        dialect.callMessage(
            turns.saidBefore(),
            log.replayOf(log.generationOf(exchanges.getFirst().id())),
            exchanges.stream().map(this::call).toList()),
        ToolResponseMessage.builder()
            .responses(exchanges.stream().map(this::response).toList())
            .build());
    for (PromptEntry.ToolExchange exchange : exchanges) {
      if (!exchange.media().isEmpty()) {
        turns.user(resultMedia(exchange));
      }
    }
  }

  private AssistantMessage.ToolCall call(PromptEntry.ToolExchange exchange) {
    return new AssistantMessage.ToolCall(
        ids.of(exchange), "function", names.wire(exchange.tool()), exchange.arguments());
  }

  private ToolResponseMessage.ToolResponse response(PromptEntry.ToolExchange exchange) {
    return new ToolResponseMessage.ToolResponse(
        ids.of(exchange), names.wire(exchange.tool()), dialect.encodeToolResponse(exchange.text()));
  }

  /**
   * Returns an id or name of safe characters only, at most 64: the model chose it and it is not
   * enclosed in an envelope here.
   */
  private static String plain(String given) {
    String plain = given.replaceAll("[^A-Za-z0-9_.:-]", "_");
    return plain.length() <= 64 ? plain : plain.substring(0, 64);
  }

  private UserMessage resultMedia(PromptEntry.ToolExchange exchange) throws IOException {
    return UserMessage.builder()
        .text(
            "Media of the result of tool call "
                + plain(ids.of(exchange))
                + " ("
                + plain(names.wire(exchange.tool()))
                + "):\n"
                + exchange.text())
        .media(SpringAiMedia.of(exchange.media(), dialect))
        .build();
  }
}
