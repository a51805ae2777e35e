package dev.adk4j.sample.agent;

import dev.adk4j.sample.library.Words;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Replies to greetings and other small talk. */
enum SmallTalk {
  FEELING(
      "All my tools are there and my database answers, so I am well. What would you like to know"
          + " about ADK for Java?"),
  GREETING(
      "Hello! I answer questions about ADK for Java from its documentation. I run without a"
          + " language model; I search the pages. "
          + SmallTalk.EXAMPLES),
  THANKS("You are welcome."),
  OPINION(
      "Thank you for telling me. I am a small program without a language model; with one I would be"
          + " better company: [Use a real model](docs/use-a-real-model.md)."),
  COMPLAINT(
      "I am sorry. I run without a language model and only search the pages of ADK for Java. A"
          + " short question in plain words works best. "
          + SmallTalk.EXAMPLES
          + " What is wrong with the library itself is worth a report: [How do I get"
          + " help?](docs/how-do-i/project.md#how-do-i-get-help-or-report-a-bug)"),
  NOTHING(
      "All right. I am here when you have a question about ADK for Java; say *help* for what I can"
          + " do."),
  AGREEMENT("Good. Ask me anything about ADK for Java, or say *help*."),
  GOODBYE(
      "Goodbye! What you told me stays here: *what do you know about me?* shows it, also after a"
          + " restart."),
  IDENTITY(
      "I am the sample application of ADK for Java. I run without a language model; I search the"
          + " documentation, and call tools by a few rules. With a key a model answers in my place:"
          + " [Use a real model](docs/use-a-real-model.md)."),
  PROJECT(
      "ADK for Java is a library for Spring Boot that runs the turns of an AI agent: it calls the"
          + " model and the tools, asks people for approval, and stores every message in a"
          + " database, so that a restart loses none of them. You are talking to its sample, which"
          + " searches the pages. "
          + SmallTalk.EXAMPLES
          + " More in the [README](README.md) and [fifteen minutes](docs/fifteen-minutes.md)."),
  NEEDS_A_MODEL(
      "That needs a language model, and I run without one: I only know the pages of ADK for Java,"
          + " a library for AI agents. "
          + SmallTalk.EXAMPLES
          + " With [a real model](docs/use-a-real-model.md) I could do what you ask.");

  /** Example questions. */
  static final String EXAMPLES =
      "Ask me for example *What is ADK for Java?*, *How do I add a tool?* or *What happens when the"
          + " server crashes?*, or say *help* for what else I do.";

  private static final int LONGEST = 150;

  /** Matches a few more words, unless they may be a question. */
  private static final String MORE =
      "(?:[\\s,!.]+(?!.*\\b(?:how|what|where|which|why|when|who|can|could|do|does|is|are|need|want)\\b).{0,60})?";

  private final Pattern said;
  private final String reply;

  SmallTalk(String reply) {
    String all =
        Words.lines("talk.txt").stream()
            .filter(line -> line.startsWith(name() + " "))
            .map(line -> line.substring(name().length() + 1).replace("MORE", MORE))
            .collect(Collectors.joining("|"));
    this.said = Pattern.compile(all, Pattern.CASE_INSENSITIVE);
    this.reply = reply;
  }

  String reply() {
    return reply;
  }

  /**
   * Returns true if the text may contain a question about the documentation, such as "hi,
   * postgres?".
   */
  boolean mayAsk() {
    return this == GREETING || this == THANKS || this == NEEDS_A_MODEL;
  }

  /** Returns the kind of a short text; empty if it is no small talk. */
  static Optional<SmallTalk> of(String said) {
    return said.length() > LONGEST
        ? Optional.empty()
        : Arrays.stream(values()).filter(talk -> talk.said.matcher(said).matches()).findFirst();
  }
}
