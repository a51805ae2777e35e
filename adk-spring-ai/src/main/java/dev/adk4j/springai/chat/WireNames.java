package dev.adk4j.springai.chat;

import dev.adk4j.internal.Sha256;
import dev.adk4j.loop.Tool;
import dev.adk4j.prompt.AssembledPrompt;
import dev.adk4j.prompt.PromptEntry;
import dev.adk4j.springai.dialect.ProviderDialect;
import dev.adk4j.springai.dialect.ToolChoice;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.ai.chat.messages.AssistantMessage;

/**
 * Names of tools in the provider's form. A name that the provider accepts is unchanged; any other
 * becomes its beginning and a digest of the whole name, the same in every request. Records, gates
 * and guards use only the original names.
 */
final class WireNames {

  private static final int KEPT = 50;
  private static final int DIGITS = 12;

  private final ProviderDialect dialect;
  private final Map<String, String> byName = new HashMap<>();
  private final Map<String, String> byWire = new HashMap<>();

  WireNames(AssembledPrompt prompt, List<Tool.Description> declared, ProviderDialect dialect) {
    this.dialect = dialect;
    Set<String> names = new LinkedHashSet<>();
    Stream.concat(
            declared.stream().map(Tool.Description::name),
            prompt.entries().stream()
                .filter(PromptEntry.ToolExchange.class::isInstance)
                .map(entry -> ((PromptEntry.ToolExchange) entry).tool()))
        .forEach(names::add);
    for (String name : names) {
      if (!dialect.takesToolName(name)) {
        String wire = shortened(name, name);
        while (names.contains(wire) || byWire.containsKey(wire)) {
          wire = shortened(name, wire);
        }
        byName.put(name, wire);
        byWire.put(wire, name);
      }
    }
  }

  private static String shortened(String name, String digested) {
    String plain = name.replaceAll("[^a-zA-Z0-9_-]", "_");
    String start = plain.matches("[a-zA-Z_].*") ? plain : "t_" + plain;
    return start.substring(0, Math.min(KEPT, start.length()))
        + "_"
        + Sha256.hex(digested).substring(0, DIGITS);
  }

  String wire(String name) {
    return byName.getOrDefault(name, name);
  }

  List<Tool.Description> wire(List<Tool.Description> declared) {
    return declared.stream().map(this::wire).map(dialect::accepted).toList();
  }

  private Tool.Description wire(Tool.Description tool) {
    String name = wire(tool.name());
    return name.equals(tool.name())
        ? tool
        : new Tool.Description(name, tool.description(), tool.inputSchema());
  }

  ToolChoice wire(ToolChoice choice) {
    return switch (choice) {
      case ToolChoice.Function(String name) -> ToolChoice.function(wire(name));
      case ToolChoice.AllowedTools(List<String> names) ->
          ToolChoice.allowedTools(names.stream().map(this::wire).toList());
      default -> choice;
    };
  }

  ModelAnswer trueNames(ModelAnswer answer) {
    return byWire.isEmpty()
        ? answer
        : answer.withToolCalls(answer.toolCalls().stream().map(this::trueName).toList());
  }

  private AssistantMessage.ToolCall trueName(AssistantMessage.ToolCall call) {
    return new AssistantMessage.ToolCall(
        call.id(), call.type(), byWire.getOrDefault(call.name(), call.name()), call.arguments());
  }
}
