package dev.adk4j.sample.agent;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** What people say to somebody new, with what there is to answer. */
enum SmallTalk {
  FEELING(
      "(?:(?:hi|hello|hey|good\\s+(?:morning|afternoon|evening|day))(?:\\s+(?:there|you))?[\\s,!.]+)?(?:and\\s+)?"
          + "(?:how(?:\\s+are|'re|\\s+r)\\s+(?:you|u|things|we)|how(?:\\s+is|'s|s)\\s+(?:it|life|everything|your\\s+\\S+|the\\s+\\S+)\\s*(?:going|so\\s+far|today)?"
          + "|how\\s+do\\s+you\\s+(?:do|feel)|how\\s+was\\s+your\\s+\\S+|what(?:'s|s|\\s+is)\\s+(?:up|new|going\\s+on)|sup|wass?up|are\\s+you\\s+(?:ok|okay|well|busy|happy|there)|(?:is\\s+)?any(?:body|one)\\s+(?:there|home|here))"
          + "(?:\\s+(?:today|doing|so|far|my|friend|there|this|morning|evening))*",
      "All my tools are there and my database answers, so I am well. What would you like to know"
          + " about ADK for Java?"),
  GREETING(
      "(?:hi+|hello|helo|hey+|hiya|howdy|yo|greetings|welcome|good\\s*(?:morning|afternoon|evening|day)|morning|moin|ciao|aloha|g'day|nice\\s+to\\s+meet\\s+you)"
          + "(?:[\\s,]+(?:there|you|all|everybody|agent|bot|friend|again|mate|folks))*"
          + SmallTalk.MORE,
      "Hello! I answer questions about ADK for Java from its documentation. I run without a"
          + " language model; I search the pages. "
          + SmallTalk.EXAMPLES),
  THANKS(
      "(?:(?:ok(?:ay)?|great|perfect|cool|super|wow|no)[\\s,!.]+)?(?:many\\s+)?(?:thanks|thank\\s+(?:you|u)|thx|ty|cheers|much\\s+appreciated|that\\s+(?:helped|was\\s+(?:very\\s+|really\\s+)?helpful))"
          + "(?:[\\s,]+for\\s+.*)?"
          + SmallTalk.MORE,
      "You are welcome."),
  OPINION(
      "(?:i\\s+(?:love|like|hate)\\s+(?:you|it|this|ai|java|python|spring|computers|chatbots|robots|mondays)|you(?:\\s+are|'re)\\s+(?:so\\s+|very\\s+|really\\s+)?\\p{L}+"
          + "|lol|rofl|ha(?:ha)+|funny|(?:wow|cool|nice|impressive|awesome|amazing)\\b"
          + SmallTalk.MORE
          + "|(?:good|great|nice)\\s+(?:job|work|bot|one|answer)|i(?:\\s+am|'m)\\s+(?:so\\s+|very\\s+)?(?:impressed|bored|tired|happy|sad|hungry)|(?:do\\s+you\\s+(?:love|like|hate)|will\\s+you\\s+marry)\\s+(?:me|us|java|people))",
      "Thank you for telling me. I am a small program without a language model; with one I would be"
          + " better company: [Use a real model](docs/use-a-real-model.md)."),
  COMPLAINT(
      "(?:this(?:\\s+\\S+)?|it|that|your\\s+\\S+|the\\s+\\S+)(?:\\s+(?:is|are|does|'s))?(?:\\s+(?:just|really|so|all|not|complete(?:ly)?|total(?:ly)?))*"
          + "\\s+(?:sucks?|bad|awful|terrible|horrible|useless|rubbish|garbage|crap|nonsense|stupid|boring|ugly|annoying|confusing|(?:(?:way|far|much)\\s+)?too\\s+\\p{L}+|complicated|a\\s+joke|help(?:ful)?)(?:\\s.*)?"
          + "|(?:i\\s+(?:do\\s+not|don'?t)\\s+(?:understand|get\\s+it|like)|wtf|what\\s+the\\s+(?:hell|heck)|that\\s+(?:did|does)\\s*(?:not|n'?t)\\s+(?:help|answer))(?:\\s.{0,20})?"
          + "|you(?:\\s+are|'re)\\s+(?:not|no|too|just)\\b.{0,40}"
          + "|(?:no[\\s,!]+)?(?:(?:that|this)(?:'s|\\s+(?:is|was))\\s+)?(?:wrong|nonsense|not\\s+(?:true|right|correct|what\\s+i\\s+(?:asked|meant|wanted)))",
      "I am sorry. I run without a language model and only search the pages of ADK for Java. A"
          + " short question in plain words works best. "
          + SmallTalk.EXAMPLES
          + " What is wrong with the library itself is worth a report: [How do I get"
          + " help?](docs/how-do-i/project.md#how-do-i-get-help-or-report-a-bug)"),
  LICENSE(
      "(?:is\\s+(?:it|this|adk)\\s+(?:free|open[\\s-]source|commercial)(?:\\s.*)?"
          + "|(?:what(?:'s|\\s+is)\\s+|which\\s+)?(?:the\\s+|its\\s+)?licen[sc]e(?:\\s+is\\s+it)?"
          + "|(?:does|what)\\s+(?:it|does\\s+it)\\s+cost(?:\\s+(?:money|anything))?)",
      "ADK for Java is free and open source, under the Apache License 2.0. See the"
          + " [README](README.md)."),
  NOTHING(
      "(?:h+m+[\\s,.]*|well[\\s,]+|ok(?:ay)?[\\s,]+|sorry[\\s,]+|oh[\\s,]+)*(?:never\\s*mind|nvm|forget\\s+(?:about\\s+)?(?:it|that)|nothing|i\\s+(?:don'?t|do\\s+not)\\s+(?:know|care)|(?:i(?:\\s+am|'m)\\s+)?just\\s+(?:looking|browsing|testing|playing)(?:\\s+around)?"
          + "|test(?:ing)?\\s+(?:123|1\\s+2\\s+3|message)|(?:this\\s+is\\s+)?(?:just|only)\\s+a\\s+test|wait|one\\s+moment|hold\\s+on|h+m+|uh+|sorry|my\\s+(?:bad|mistake)|wrong\\s+window)(?:\\s+(?:then|anyway|for\\s+now))?",
      "All right. I am here when you have a question about ADK for Java; say *help* for what I can"
          + " do."),
  AGREEMENT(
      "(?:(?:ok|okay|k|yes|yeah|yep|no|nope|cool|great|nice|wow|good|perfect|fine|sure|right|alright|i\\s+see|i\\s+understand|got\\s+it|makes\\s+sense|sounds\\s+good|interesting|well\\s+done|please|go\\s+on|continue|really)[\\s,!.]*){1,3}",
      "Good. Ask me anything about ADK for Java, or say *help*."),
  GOODBYE(
      "(?:(?:ok(?:ay)?|thanks|well|cool|great)[\\s,!.]+)?(?:(?:good\\s*)?bye(?:[\\s-]+bye)?|see\\s+(?:you|ya)|good\\s*night|so\\s+long|farewell|cu|have\\s+a\\s+(?:nice|good|great)\\s+\\S+|i\\s+(?:have|need)\\s+to\\s+go|that(?:'s|\\s+is|\\s+was)\\s+(?:all|it))"
          + SmallTalk.MORE,
      "Goodbye! What you told me stays here: *what do you know about me?* shows it, also after a"
          + " restart."),
  IDENTITY(
      "(?:(?:(?:hi|hello|hey)[\\s,!]+)?(?:(?:who|what)\\s+are\\s+you|who\\s+is\\s+(?:this|there))|are\\s+you\\s+(?:an?\\s+)?(?:real|human|robot|bot|ai|llm|person"
          + "|machine|chatgpt|gpt|claude|alive)\\b.*|(?:what|which)\\s+(?:language\\s+)?(?:model|llm|ai)"
          + "\\s+(?:are\\s+you|do\\s+you\\s+use|is\\s+this).*|what(?:'s|\\s+is)\\s+your\\s+name"
          + "|do\\s+you\\s+have\\s+a\\s+name|(?:are|do)\\s+you\\s+(?:use|using|run|running|based|powered|made)\\b.*\\b(?:gpt\\S*|chatgpt|claude|openai|llm|ai|models?|gemini|llama)|who\\s+(?:made|built|wrote|created|programmed|trained)\\s+you|what\\s+(?:kind|sort)\\s+of\\s+(?:bot|ai|assistant|thing|model)\\s+(?:are\\s+you|is\\s+this)|(?:am|are)\\s+(?:i|we)\\s+(?:talking|chatting|speaking)\\s+(?:to|with)\\s+.*|is\\s+(?:this|there)\\s+(?:an?\\s+)?(?:real|human|bot|ai|person|chatgpt|llm)\\b.*|how\\s+(?:old|smart|intelligent)\\s+are\\s+you|do\\s+you\\s+(?:sleep|dream|have\\s+feelings)|where\\s+(?:are\\s+you|do\\s+you\\s+live)(?:\\s+from)?"
          + "|tell\\s+me\\s+about\\s+yourself)",
      "I am the sample application of ADK for Java. I run without a language model; I search the"
          + " documentation, and call tools by a few rules. With a key a model answers in my place:"
          + " [Use a real model](docs/use-a-real-model.md)."),
  PROJECT(
      "(?:(?:so|hi|hello|hey|ok(?:ay)?|um+|hm+|good\\s+\\w+)[\\s,!.]+)*(?:(?:can|could|would)\\s+(?:you|some\\w+|any\\w+)\\s+)?(?:please\\s+)?(?:(?:tell|explain|show)\\s+(?:to\\s+)?(?:me\\s+|us\\s+)?)?"
          + "(?:(?:what|where)\\s*(?:am\\s+i|i'?\\s*a?m|are\\s+we|we(?:'|\\s+a)re)(?:\\s+(?:looking\\s+at|seeing|dealing\\s+with|supposed\\s+to\\s+\\w+))?(?:\\s+(?:here|now|exactly))*"
          + "|(?:i(?:\\s+a|')m\\s+)?(?:confused|lost|curious)(?:\\s+.{0,20})?|(?:surprise|impress|convince|teach)\\s+me|some\\w+\\s+sent\\s+me\\s+(?:here|this\\b.*)|sell\\s+(?:me\\s+(?:on\\s+)?(?:this|it)|(?:it|this)\\s+to\\s+me)|what(?:'?s|\\s+is)\\s+(?:it|all\\s+(?:of\\s+)?this|going\\s+on\\s+here|the\\s+(?:idea|point|deal|purpose|catch))(?:\\s+(?:of|with|about|for|here|all|this|it|then))*"
          + "|(?:(?:what(?:'?s|\\s+is|\\s+exactly\\s+is)|explain|describe|(?:tell\\s+me\\s+)?about)\\s+)?(?:this|adk|adk4j"
          + "|adk\\s+for\\s+java|(?:this|the)\\s+(?:project|library|page|site|application|app|thing|tool|framework|program|website"
          + "|repository|chat|demo|bot))(?:\\s+(?:about|for|all\\s+about|good\\s+for|exactly|here|actually|to\\s+me|again|please))*)",
      "ADK for Java is a library for Spring Boot that runs the turns of an AI agent: it calls the"
          + " model and the tools, asks people for approval, and stores every message, so that a"
          + " restart loses nothing. You are talking to its sample, which searches the pages. "
          + SmallTalk.EXAMPLES
          + " More in the [README](README.md) and [fifteen minutes](docs/fifteen-minutes.md)."),
  NEEDS_A_MODEL(
      "(?:(?:please|can|could|would|will)\\s+(?:you\\s+)?)?(?:please\\s+)?(?:tell\\s+me\\s+|sing\\s+|write\\s+"
          + "|make\\s+(?:me\\s+)?|give\\s+me\\s+|do\\s+you\\s+know\\s+|translate\\b|summari[sz]e\\b|draw\\b"
          + "|recommend\\b|play\\b)(?:me\\s+)?(?:an?\\s+|the\\s+|some\\s+|my\\s+)?(?:\\S+\\s+){0,2}(?:jokes?|secrets?|something\\s+(?:funny|nice|interesting|else)|cv|resume|homework|limerick|speech|poems?|story"
          + "|stories|songs?|recipe|essay|letter|email|haiku|picture|music|chess|films?|movies?|news\\b.*"
          + "|(?:into|to)\\s+\\S+|text|article|book)(?:\\s+.*)?"
          + "|(?:please\\s+)?(?:fix|debug|review|refactor|rewrite|correct|proofread|improve)\\s+(?:my|this|the)\\s+\\S+(?:\\s+.{0,30})?|make\\s+me\\s+laugh|who\\s+won\\b.*|i(?:'m|\\s+am)\\s+(?:so\\s+)?hungry|.*\\b(?:politics|politicians?|religion|god|weather|forecast|horoscope|football|stock\\s+price|the\\s+news|meaning\\s+of\\s+life|bitcoin|lottery|restaurants?|recipes?|pizza|flights?|hotels?|movies?|champions\\s+league|world\\s+cup|election|cook|dinner|girlfriend|boyfriend|husband|wife|vacation|shoes)\\b.*"
          + "|(?:can|could)\\s+you\\s+(?:please\\s+)?(?:book|order|buy|phone|drive|sing|dance|marry)\\b.*|convert\\s+[\\d.,]+\\s+\\S+\\s+(?:to|into|in)\\s+\\S+"
          + "|(?:what|who)\\s+is\\s+the\\s+(?:capital|president|king|queen|population)\\s+of\\s+.*",
      "That needs a language model, and I run without one: I only know the pages of ADK for Java,"
          + " a library for AI agents. "
          + SmallTalk.EXAMPLES
          + " With [a real model](docs/use-a-real-model.md) I could do what you ask.");

  /** What there is to ask. */
  static final String EXAMPLES =
      "Ask me for example *What is ADK for Java?*, *How do I add a tool?* or *What happens when the"
          + " server crashes?*, or say *help* for what else I do.";

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

  /** Tells whether a question of the documentation may be in it, such as "hi, postgres?". */
  boolean mayAsk() {
    return this == GREETING || this == THANKS || this == NEEDS_A_MODEL;
  }

  /** Returns what a short text is; empty for everything else. */
  static Optional<SmallTalk> of(String said) {
    return said.length() > LONGEST
        ? Optional.empty()
        : Arrays.stream(values()).filter(talk -> talk.said.matcher(said).matches()).findFirst();
  }
}
