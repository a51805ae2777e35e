package dev.adk4j.sample.agent;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** What people say to somebody new, with what there is to answer. */
enum SmallTalk {
  GREETING(
      "(?:hi|hello|hey|hiya|howdy|greetings|good\\s+(?:morning|afternoon|evening|day))"
          + "(?:[\\s,]+(?:there|you|all|everybody|agent|bot|friend|again))*",
      "Hello! I answer questions about ADK for Java from its documentation. I run without a language"
          + " model; I search the pages. Say *help* to see what else I do."),
  FEELING(
      "(?:(?:hi|hello|hey|good\\s+(?:morning|afternoon|evening|day))[\\s,!]+)?how\\s+(?:are\\s+you|is\\s+it\\s+going|do\\s+you\\s+do)"
          + "(?:\\s+(?:today|doing))?",
      "All my tools are there and my database answers, so I am well. What would you like to know"
          + " about ADK for Java?"),
  THANKS(
      "(?:ok(?:ay)?[\\s,]+)?(?:many\\s+)?(?:thanks|thank\\s+you|thx|cheers)"
          + "(?:[\\s,]+for\\s+.*)?"
          + SmallTalk.MORE,
      "You are welcome."),
  OPINION(
      "(?:i\\s+(?:love|like|hate)\\s+(?:you|it|this)|you(?:\\s+are|'re)\\s+(?:so\\s+|very\\s+|really\\s+)?\\p{L}+"
          + "|lol|ha(?:ha)+|funny)",
      "Thank you for telling me. I am a small program without a language model; with one I would be"
          + " better company: [Use a real model](docs/use-a-real-model.md)."),
  COMPLAINT(
      "(?:this|it|that|your\\s+\\S+|the\\s+\\S+)(?:\\s+(?:is|are|does|'s))?(?:\\s+(?:just|really|so|all|not|complete(?:ly)?|total(?:ly)?))*"
          + "\\s+(?:sucks?|bad|awful|terrible|horrible|useless|rubbish|garbage|crap|nonsense|stupid|boring|ugly|annoying|confusing|a\\s+joke|help(?:ful)?)(?:\\s.*)?"
          + "|(?:i\\s+(?:do\\s+not|don'?t)\\s+(?:understand|get\\s+it|like)|wtf|what\\s+the\\s+(?:hell|heck)|that\\s+(?:did|does)\\s*(?:not|n'?t)\\s+(?:help|answer))(?:\\s.*)?"
          + "|(?:that\\s+is\\s+|that's\\s+)?(?:wrong|nonsense|not\\s+what\\s+i\\s+asked)",
      "I am sorry. I run without a language model and only search the pages of ADK for Java; a short question"
          + " in plain words works best, such as *How do I add a tool?* What is wrong with the library itself is"
          + " worth a report: [How do I get help?](docs/how-do-i.md#how-do-i-get-help-or-report-a-bug)"),
  LICENSE(
      "(?:is\\s+(?:it|this|adk)\\s+(?:free|open[\\s-]source|commercial)(?:\\s.*)?"
          + "|(?:what(?:'s|\\s+is)\\s+|which\\s+)?(?:the\\s+|its\\s+)?licen[sc]e(?:\\s+is\\s+it)?"
          + "|(?:does|what)\\s+(?:it|does\\s+it)\\s+cost(?:\\s+(?:money|anything))?)",
      "ADK for Java is free and open source, under the Apache License 2.0. See the [README](README.md)."),
  AGREEMENT(
      "(?:ok|okay|yes|no|cool|great|nice|wow|good|perfect|fine|i\\s+see|got\\s+it|well\\s+done)",
      "Good. Ask me anything about ADK for Java, or say *help*."),
  GOODBYE(
      "(?:(?:good\\s*)?bye(?:[\\s-]+bye)?|see\\s+you|good\\s+night|so\\s+long)" + SmallTalk.MORE,
      "Goodbye! What you told me stays here: *what do you know about me?* shows it, also after a"
          + " restart."),
  IDENTITY(
      "(?:(?:(?:hi|hello|hey)[\\s,!]+)?(?:(?:who|what)\\s+are\\s+you|who\\s+is\\s+(?:this|there))|are\\s+you\\s+(?:an?\\s+)?(?:real|human|robot|bot|ai|llm|person"
          + "|machine|chatgpt|gpt|claude|alive)\\b.*|(?:what|which)\\s+(?:language\\s+)?(?:model|llm|ai)"
          + "\\s+(?:are\\s+you|do\\s+you\\s+use|is\\s+this).*|what(?:'s|\\s+is)\\s+your\\s+name"
          + "|do\\s+you\\s+have\\s+a\\s+name|who\\s+(?:made|built|wrote)\\s+you"
          + "|tell\\s+me\\s+about\\s+yourself)",
      "I am the sample application of ADK for Java. I run without a language model; I search the"
          + " documentation, and call tools by a few rules. With a key a model answers in my place:"
          + " [Use a real model](docs/use-a-real-model.md)."),
  PROJECT(
      "(?:(?:what(?:'s|\\s+is)|explain|describe|tell\\s+me\\s+about)\\s+)?(?:this|adk|adk4j"
          + "|adk\\s+for\\s+java|(?:this|the)\\s+(?:project|library|page|site|application|app"
          + "|repository))(?:\\s+(?:about|for|all\\s+about|good\\s+for))?",
      "ADK for Java is a library for Spring Boot that runs the turns of an AI agent: it calls the"
          + " model and the tools, asks people for approval, and stores every message, so that a"
          + " restart loses nothing. More in the [README](README.md) and in"
          + " [Concepts](docs/concepts.md)."),
  NEEDS_A_MODEL(
      "(?:(?:please|can|could|would|will)\\s+(?:you\\s+)?)?(?:please\\s+)?(?:tell\\s+me\\s+|sing\\s+|write\\s+"
          + "|make\\s+(?:me\\s+)?|give\\s+me\\s+|do\\s+you\\s+know\\s+|translate\\b|summari[sz]e\\b|draw\\b"
          + "|recommend\\b|play\\b)(?:me\\s+)?(?:an?\\s+|the\\s+|some\\s+)?(?:\\S+\\s+)?(?:jokes?|poems?|story"
          + "|stories|songs?|recipe|essay|letter|email|haiku|picture|music|chess|films?|movies?|news\\b.*"
          + "|(?:into|to)\\s+\\S+|text|article|book)(?:\\s+.*)?"
          + "|.*\\b(?:weather|forecast|horoscope|football|stock\\s+price|the\\s+news|meaning\\s+of\\s+life)\\b.*"
          + "|(?:what|who)\\s+is\\s+the\\s+(?:capital|president|king|queen|population)\\s+of\\s+.*",
      "That needs a language model, and I run without one: I search the documentation of ADK for Java,"
          + " calculate, and remember. [Use a real model](docs/use-a-real-model.md) says how to give me"
          + " one.");

  private static final int LONGEST = 150;

  /** A few more words, unless they may be a question. */
  private static final String MORE =
      "(?:[\\s,!.]+(?!.*\\b(?:how|what|where|which|why|when|who|can|could|do|does|is|are|need|want)\\b).{0,60})?";

  private final Pattern said;
  private final String reply;

  SmallTalk(String said, String reply) {
    this.said = Pattern.compile(said, Pattern.CASE_INSENSITIVE);
    this.reply = reply;
  }

  String reply() {
    return reply;
  }

  /** Returns what a short text is; empty for everything else. */
  static Optional<SmallTalk> of(String said) {
    return said.length() > LONGEST
        ? Optional.empty()
        : Arrays.stream(values()).filter(talk -> talk.said.matcher(said).matches()).findFirst();
  }
}
