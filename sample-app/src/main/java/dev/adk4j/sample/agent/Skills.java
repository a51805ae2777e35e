package dev.adk4j.sample.agent;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.sample.memory.MemoryShelf;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Chooses the skill for an intent. */
final class Skills {

  private static final String HELP =
      """
      I answer questions about ADK for Java with a section of its documentation and a link. I run \
      without a language model; I search the pages. You can:

      - ask: *How do I store messages in Postgres?*, *How does it compare to LangChain4j?*
      - calculate: *15% of 80*, *2 * (3 + 4)*
      - ask for the time and the date: *time in Oslo*, *what day is it in 10 days?*
      - tell me about yourself: *I am Ann*, *my boat is called Ada*, *remember that I like tea*
      - ask me about it, in any conversation: *what is my name?*, *what do you know about me?*
      - let me forget it, which asks you first: *forget my boat*, *delete everything you know about me*
      - read a page: *outline of README.md*, *find gate in errors.md*
      - publish a note on the board, which asks you first: *publish: Hello - This is a note*
      - attach a file and ask what is in it\
      """;

  private Skills() {}

  static Skill forTurn(DispatchContext ctx, MemoryShelf shelf) {
    Optional<Message> said =
        ctx.turnMessages().stream()
            .filter(m -> m.role() == MessageRole.USER)
            .reduce((first, second) -> second);
    String text = said.flatMap(Message::content).map(c -> c.render(ctx)).orElse("");
    List<Media> attached = said.map(Message::attachments).orElse(List.of());
    Intent intent = IntentReader.read(text);
    boolean aboutFile =
        intent instanceof Intent.Help
            || intent instanceof Intent.Ask
            || intent instanceof Intent.Chat;
    return !attached.isEmpty() && aboutFile
        ? new AttachmentSkill(attached.getFirst())
        : forIntent(
            intent instanceof Intent.Chat(SmallTalk talk) && talk.mayAsk() && AskSkill.answers(ctx)
                ? new Intent.Ask(text)
                : intent,
            shelf);
  }

  private static Skill forIntent(Intent intent, MemoryShelf shelf) {
    return switch (intent) {
      case Intent.Calculate(String expression, String said) ->
          (ctx, done) ->
              done.isEmpty()
                  ? new Step.Call(
                      "This is arithmetic, and I do not guess numbers: I ask the calculator.",
                      "calculate",
                      Step.args("expression", expression))
                  : inWords(done.getFirst(), said + " = ", "");
      case Intent.TellTime(String place) ->
          (ctx, done) ->
              done.isEmpty()
                  ? new Step.Call(
                      "Only a clock knows the time, so I look at one.",
                      "current_time",
                      Step.args("zone", place.isEmpty() ? "UTC" : place))
                  : inWords(done.getFirst(), "It is ", ".");
      case Intent.TellDate(int amount, String unit) ->
          (ctx, done) ->
              done.isEmpty()
                  ? new Step.Call(
                      "Only a clock knows the date, so I look at one.",
                      "date_from_today",
                      Step.args("unit", unit).put("amount", amount))
                  : inWords(done.getFirst(), (amount == 0 ? "Today is " : "That is "), " (UTC).");
      case Intent.Introduce(String name, String said) ->
          (ctx, done) ->
              done.isEmpty()
                  ? new Step.Call(
                      "A person says who they are, so I put it into memory.",
                      "add_memory",
                      Step.args("entries", List.of(said)))
                  : met(done.getFirst(), name);
      case Intent.TellName tellName ->
          (ctx, done) -> new Step.Say("I look through what I remember.", name(ctx, shelf));
      case Intent.Remember(String fact) ->
          (ctx, done) ->
              done.isEmpty()
                  ? new Step.Call(
                      "You want me to keep this, so I put it into memory.",
                      "add_memory",
                      Step.args("entries", List.of(fact)))
                  : kept(done.getFirst(), fact);
      case Intent.Tell(String fact) ->
          (ctx, done) ->
              // "we need several agents" is a question, too
              AskSkill.mayBeAsked(ctx)
                  ? new AskSkill(fact).next(ctx, done)
                  : new Step.Say(
                      "This is about the person; what is worth keeping is learned in the"
                          + " background.",
                      "Good to know." + AskSkill.pages(ctx));
      case Intent.Forget(String about) when about.equals(MemoryShelf.EVERYTHING) ->
          (ctx, done) ->
              done.isEmpty() && shelf.all(ctx.scope()).isEmpty()
                  ? new Step.Say(
                      "I look through what I remember.",
                      "I know nothing about you, so there is nothing to delete. *New conversation*"
                          + " begins without what was said here.")
                  : forgetting(about).next(ctx, done);
      case Intent.Forget(String about) -> forgetting(about);
      case Intent.Chat(SmallTalk talk) ->
          (ctx, done) -> new Step.Say("This is no question for the documentation.", talk.reply());
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
          (ctx, done) -> new Step.Say("A person wants to know what I can do.", HELP);
    };
  }

  private static Skill forgetting(String about) {
    return asking(
        "Forgetting cannot be undone, so a person has to agree.",
        "forget",
        Step.args("about", about));
  }

  private static Step met(ToolCall call, String name) throws IOException {
    return call.isError()
        ? ToolAnswers.failure(call)
        : new Step.Say(null, "Nice to meet you, " + name + ". I will remember your name.");
  }

  private static String name(DispatchContext ctx, MemoryShelf shelf) {
    return shelf.all(ctx.scope()).reversed().stream()
        .map(fact -> IntentReader.read(fact.content()))
        .filter(Intent.Introduce.class::isInstance)
        .map(intent -> "You are " + ((Intent.Introduce) intent).name() + ".")
        .findFirst()
        .orElse("You have not told me your name yet. Say *I am Ann*, and I remember it.");
  }

  private static Step kept(ToolCall call, String fact) throws IOException {
    return call.isError()
        ? ToolAnswers.failure(call)
        : new Step.Say(null, "I will remember: " + fact);
  }

  /** Returns a skill with one call whose result is the answer. */
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
}
