package dev.adk4j.sample.agent;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.sample.memory.MemoryShelf;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** Chooses the skill for what was said. */
final class Skills {

  private Skills() {}

  static Skill forTurn(DispatchContext ctx, MemoryShelf shelf) {
    Optional<Message> said =
        ctx.turnMessages().stream()
            .filter(m -> m.role() == MessageRole.USER)
            .reduce((first, second) -> second);
    String text = said.flatMap(Message::content).map(c -> c.render(ctx)).orElse("");
    List<Media> attached = said.map(Message::attachments).orElse(List.of());
    Intent intent = IntentReader.read(text);
    boolean aboutFile = intent instanceof Intent.Help || intent instanceof Intent.Ask;
    return !attached.isEmpty() && aboutFile
        ? new AttachmentSkill(attached.getFirst())
        : forIntent(intent, shelf);
  }

  private static Skill forIntent(Intent intent, MemoryShelf shelf) {
    return switch (intent) {
      case Intent.Calculate(String expression) ->
          (ctx, done) ->
              done.isEmpty()
                  ? new Step.Call(
                      "This is arithmetic, and I do not guess numbers: I ask the calculator.",
                      "calculate",
                      Step.args("expression", expression))
                  : inWords(done.getFirst(), expression + " = ", "");
      case Intent.TellTime(String place) ->
          (ctx, done) ->
              done.isEmpty()
                  ? new Step.Call(
                      "Only a clock knows the time, so I look at one.",
                      "current_time",
                      Step.args("zone", place.isEmpty() ? "UTC" : place))
                  : inWords(done.getFirst(), "It is ", ".");
      case Intent.Remember(String fact) ->
          (ctx, done) ->
              done.isEmpty()
                  ? new Step.Call(
                      "You want me to keep this, so I put it into memory.",
                      "add_memory",
                      Step.args("entries", List.of(fact)))
                  : kept(done.getFirst(), fact);
      case Intent.Tell tell ->
          (ctx, done) ->
              new Step.Say(
                  "This is about the person; what is worth keeping is learned in the background.",
                  "Good to know.");
      case Intent.Forget(String about) ->
          asking(
              "Forgetting cannot be undone, so a person has to agree.",
              "forget",
              Step.args("about", about));
      case Intent.Publish(String title, String text) ->
          asking(
              "Everybody will read this, so a person has to agree.",
              "publish_note",
              Step.args("title", title).put("text", text));
      case Intent.Recall(String question) -> new RecallSkill(question, shelf);
      case Intent.Ask(String question) -> new AskSkill(question);
      case Intent.Outline outline -> new ReadingSkill(outline.document(), outline);
      case Intent.Find find -> new ReadingSkill(find.document(), find);
      case Intent.Read read -> new ReadingSkill(read.document(), read);
      case Intent.Help help ->
          (ctx, done) ->
              new Step.Say("I do not understand this, so I say what I can do.", help(ctx));
    };
  }

  private static Step kept(ToolCall call, String fact) throws IOException {
    return call.isError()
        ? ToolAnswers.failure(call)
        : new Step.Say(null, "I will remember: " + fact);
  }

  /** A call that says itself what came of it. */
  private static Skill asking(String thought, String tool, ObjectNode args) {
    return (ctx, done) ->
        done.isEmpty() ? new Step.Call(thought, tool, args) : asApproved(done.getFirst());
  }

  private static Step asApproved(ToolCall call) throws IOException {
    if (call.isError() || call.requestedArgs().isEmpty()) {
      return inWords(call, "", "");
    }
    String said = ToolAnswers.text(call);
    return new Step.Say(null, said.substring(0, said.length() - 1) + " as the person changed it.");
  }

  private static Step inWords(ToolCall call, String before, String after) throws IOException {
    return call.isError()
        ? ToolAnswers.failure(call)
        : new Step.Say(null, before + ToolAnswers.text(call) + after);
  }

  private static String help(DispatchContext ctx) {
    Map<String, String> tools =
        ctx.tools().visible().stream()
            .filter(t -> !t.ephemeral())
            .collect(Collectors.toMap(t -> t.name(), t -> t.description(), (a, b) -> a));
    String known =
        tools.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(e -> "- `" + e.getKey() + "`: " + e.getValue())
            .collect(Collectors.joining("\n"));
    return """
        I answer from the documentation of this project. Try:

        - *What is a turn?* — or any other question
        - *outline of README.md*, *find gate in errors.md*
        - *2 * (3 + 4)*, *time in Oslo*
        - *remember that my dog is called Rex*, *what is my dog called?*
        - *my boat is called Ada*, which I learn by myself
        - *publish: Hello - This is a note* and *forget my dog*, which ask you first
        - or attach a file

        My tools:

        """
        + known;
  }
}
