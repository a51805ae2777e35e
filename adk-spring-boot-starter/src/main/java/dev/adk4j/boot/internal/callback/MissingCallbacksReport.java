package dev.adk4j.boot.internal.callback;

import dev.adk4j.boot.internal.callback.CallbackProblem.Ambiguous;
import dev.adk4j.boot.internal.callback.CallbackProblem.Missing;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.FetchToolsCallback;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reports every interface without an implementation, the reasons, and the remedies with code to
 * copy.
 */
final class MissingCallbacksReport {

  /** Maximum number of snippets. More would hide the message, and one bean can implement all. */
  private static final int SNIPPETS = 3;

  private static final String EXECUTOR_SNIPPET =
      """
      @Bean
      DispatchExecutor executor() {
        return (ctx, helpers) -> {
          Message answer = Message.assistant(myModel.call(ctx.turnMessages()));
          helpers.reportMessage(answer.id(), answer.content().orElseThrow().value(), true);
          ctx.storeMessage(answer);
          ctx.ack();
        };
      }""";

  private static final String TOOL_SNIPPET =
      """
      @AgentTool(description = "Tells what time it is.")
      String time() {
        return LocalTime.now().toString();
      }""";

  private final List<Missing> missing;
  private final List<Ambiguous> ambiguous;
  private final AbsenceReasons reasons;

  MissingCallbacksReport(List<CallbackProblem> all, AbsenceReasons reasons) {
    this.missing = all.stream().filter(Missing.class::isInstance).map(Missing.class::cast).toList();
    this.ambiguous =
        all.stream().filter(Ambiguous.class::isInstance).map(Ambiguous.class::cast).toList();
    this.reasons = reasons;
  }

  String problem() {
    int count = missing.size() + ambiguous.size();
    StringBuilder text = new StringBuilder();
    text.append("A turn runner needs 27 callbacks and an executor, each implemented by one bean. ");
    text.append(count).append(count == 1 ? " has" : " have").append(" no such bean.\n");
    if (!missing.isEmpty()) {
      text.append("\nMissing:\n\n");
      missing.forEach(m -> text.append("\t- ").append(m.type().getName()).append('\n'));
    }
    if (!ambiguous.isEmpty()) {
      text.append("\nAmbiguous, with several candidates but not exactly one @Primary bean:\n\n");
      for (Ambiguous a : ambiguous) {
        text.append("\t- ").append(a.type().getName()).append('\n');
        a.candidates().forEach(c -> text.append("\t\t- ").append(c).append('\n'));
      }
    }
    List<String> absent = reasons.of(missing);
    if (!absent.isEmpty()) {
      text.append("\nReasons for the missing beans:\n\n");
      absent.forEach(r -> text.append("\t- ").append(r).append('\n'));
    }
    if (ambiguous.stream().anyMatch(Ambiguous::fallback)) {
      text.append("\nSeveral storage modules supply the ambiguous ones.\n");
    }
    return text.toString().stripTrailing();
  }

  String remedy() {
    List<String> ways = new ArrayList<>();
    String storage = reasons.storageRemedy();
    if (storage != null
        && missing.stream().anyMatch(m -> AbsenceReasons.suppliedByStorage(m.type()))) {
      ways.add(storage);
    }
    if (missing.stream().anyMatch(m -> m.type() == FetchToolsCallback.class)) {
      ways.add(
          "Give the agent a tool, which is a method of any bean:\n\n"
              + AbsenceReasons.indent(TOOL_SNIPPET));
    }
    if (missing.stream().anyMatch(m -> m.type() == DispatchExecutor.class)) {
      ways.add(reasons.modelRemedy());
    }
    if (!missing.isEmpty()) {
      ways.add(
          "Declare a bean for each missing interface:\n\n"
              + AbsenceReasons.indent(snippets())
              + bundleHint());
    }
    String optOuts = optOuts();
    if (!optOuts.isEmpty()) {
      ways.add(
          (optOuts.equals("tools")
                  ? "Declare that the agent has no tools:\n\n"
                  : "Opt out by name. Records of these kinds are not stored:\n\n")
              + AbsenceReasons.indent("adk.storage.noop=" + optOuts));
    }
    StringBuilder text = new StringBuilder();
    if (ways.size() == 1) {
      text.append(ways.getFirst());
    } else if (!ways.isEmpty()) {
      text.append("Choose, for each missing interface, one of these ways:\n");
      for (int i = 0; i < ways.size(); i++) {
        text.append('\n').append(i + 1).append(". ").append(ways.get(i)).append('\n');
      }
    }
    if (!ambiguous.isEmpty()) {
      text.append(text.isEmpty() ? "" : "\n\n");
      text.append(
          "Mark one candidate of each ambiguous interface with @Primary, or remove the others.");
    }
    return text.toString().replaceAll("\n{3,}", "\n\n").strip();
  }

  private List<CallbackKey> missingCallbacks() {
    return Arrays.stream(CallbackKey.values())
        .filter(c -> missing.stream().anyMatch(m -> m.type() == c.type()))
        .toList();
  }

  private String snippets() {
    List<String> snippets = new ArrayList<>();
    missingCallbacks().stream().limit(SNIPPETS).map(CallbackSnippet::of).forEach(snippets::add);
    if (missing.stream().anyMatch(m -> m.type() == DispatchExecutor.class)) {
      snippets.add(EXECUTOR_SNIPPET);
    }
    return String.join("\n\n", snippets);
  }

  private String bundleHint() {
    if (missingCallbacks().size() <= SNIPPETS) {
      return "";
    }
    return "\n"
        + "   One bean may implement several: MessageStorage, ToolCallStorage, … or"
        + " StorageAdapter for all 27.\n"
        + "   This one loses everything when the process ends:\n\n"
        + AbsenceReasons.indent(
            "@Bean\nStorageAdapter storage() {\n  return new InMemoryStorageAdapter();\n}");
  }

  private String optOuts() {
    return missingCallbacks().stream()
        .map(c -> c.kind().propertyValue())
        .distinct()
        .collect(Collectors.joining(","));
  }
}
