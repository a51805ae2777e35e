package dev.adk4j.sample.agent;

import dev.adk4j.sample.arithmetic.WordedArithmetic;
import dev.adk4j.sample.memory.MemoryShelf;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the intent of a text from its first words. */
final class IntentReader {

  private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL;
  private static final Pattern REMEMBER =
      Pattern.compile("(?:please\\s+)?remember(?:\\s+that)?[\\s:,]+(?<rest>\\S.*)", FLAGS);
  private static final Pattern FORGET =
      Pattern.compile("(?:please\\s+)?forget(?:\\s+(?:about|that))?[\\s:,]+(?<rest>\\S.*)", FLAGS);
  private static final Pattern FORGET_ALL =
      Pattern.compile(
          "(?:please\\s+)?(?:(?:can|could)\\s+you\\s+)?(?:please\\s+)?"
              + "(?:delete|erase|forget|remove|clear|wipe)\\s+(?:me|everything(?:\\s+(?:about\\s+me|(?:that\\s+)?"
              + "you\\s+\\S+).{0,60})?|all(?:\\s+(?:of\\s+)?(?:my|your|the|you|that)\\s.{0,60})?"
              + "|(?:all\\s+)?(?:my|your|the)\\s+(?:data|memor(?:y|ies)|facts|information)\\b.{0,60})",
          FLAGS);
  private static final Pattern INTRODUCE =
      Pattern.compile(
          "(?:(?:hi|hello|hey)[\\s,!.]+)?(?:(?:my\\s+name\\s+is|my\\s+name's|call\\s+me|(?:i\\s+am|i'm)\\s+called)\\s+(?<given>\\p{L}[\\p{L}'-]{0,40})"
              + "|(?:i\\s+am|i'm|i’m)\\s+(?<name>(?-i:\\p{Lu})[\\p{L}'-]{0,40}))"
              + "(?:\\s+(?-i:\\p{Lu})[\\p{L}'-]{0,40})?(?:[,.]?\\s+(?:and|from|by)\\s.{0,150})?",
          FLAGS);
  private static final Pattern OWN_NAME =
      Pattern.compile(
          "(?:(?:what(?:'s|\\s+is|\\s+was)|(?:do\\s+you\\s+)?(?:know|remember)|tell\\s+me|say)\\s+my\\s+name"
              + "|who\\s+am\\s+i|what\\s+am\\s+i\\s+called)(?:\\s+(?:again|now))?",
          FLAGS);
  private static final Pattern TODAY =
      Pattern.compile(
          "(?:(?:what|which)(?:'s|\\s+is|\\s+was|\\s+will\\s+be)?\\s+)?(?:the\\s+)?(?:(?:day|date|weekday|year|month)"
              + "(?:\\s+of\\s+the\\s+week)?(?:\\s+(?:is|was|will|do))?(?:\\s+(?:it|we|have|be))*(?:\\s+(?<day>today|tomorrow|yesterday|now))?"
              + "|(?<alone>today|tomorrow|yesterday)(?:'s\\s+date)?)",
          FLAGS);
  private static final Pattern DAYS =
      Pattern.compile(
          "(?:(?:what|which)(?:'s|\\s+is|\\s+was|\\s+will)?\\s+)?(?:the\\s+)?(?:(?:date|day)\\s+)?(?:(?:is|was|will)\\s+)?"
              + "(?:it\\s+)?(?:be\\s+)?(?<in>in\\s+)?(?<count>\\d{1,5}|an?)\\s+(?<unit>day|week|month|year)s?"
              + "(?:\\s+(?<then>from\\s+(?:now|today)|ago|before\\s+today|after\\s+today))?",
          FLAGS);
  private static final Pattern HELP =
      Pattern.compile(
          "(?:help(?:\\s+me)?(?:\\s+please)?|(?:please\\s+)?(?:show\\s+me\\s+|tell\\s+me\\s+)?what\\s+(?:else\\s+)?(?:can|could)\\s+(?:you|i)"
              + "(?:\\s+(?:do|ask|say|try|help))?(?:\\s+(?:you|me|us|here|with|for|about|now|next|first|today|then|besides|this|it))*|(?:show\\s+me\\s+|tell\\s+me\\s+)?what\\s+you\\s+can\\s+do"
              + "|what\\s+do\\s+you\\s+do|what\\s+can\\s+(?:this|it)(?:\\s+\\p{L}+)?\\s+do|what\\s+are\\s+you\\s+(?:able\\s+to|good\\s+at|for)(?:\\s.{0,20})?|how\\s+(?:can|do)\\s+(?:you\\s+help(?:\\s+me)?|i\\s+use\\s+(?:you|this)|you\\s+work)"
              + "|commands|menu|options|(?:what|which)\\s+(?:are\\s+your\\s+)?(?:tools|skills)(?:\\s+do\\s+you\\s+have)?)",
          FLAGS);
  private static final Pattern WISH =
      Pattern.compile(
          "(?:i|we)(?:'d|\\s+would)?\\s+(?:like|want|need|have\\s+a\\s+question|am\\s+looking|am\\s+trying|cannot|can't|do\\s+not"
              + "|don't|wonder)\\b.*|(?:my|our)\\s+\\S+(?:\\s+\\S+)?\\s+(?:does\\s+not|doesn't|do\\s+not|don't|fails?|crash(?:es)?"
              + "|hangs?|cannot|can't|will\\s+not|won't|is\\s+(?:slow|broken|stuck|not))\\b.*",
          FLAGS);
  private static final Pattern RECALL =
      Pattern.compile(
          "(?:recall|what\\s+do\\s+you\\s+(?:know|remember)|do\\s+you\\s+(?:know|remember))"
              + "(?:\\s+(?:about|of))?(?:[\\s:,]+(?<rest>.*))?",
          FLAGS);
  private static final Pattern TIME =
      Pattern.compile(
          "(?:what(?:'s|\\s+is)?\\s+)?(?:the\\s+)?(?:current\\s+)?time(?:\\s+is\\s+it)?(?:\\s+now)?"
              + "(?:\\s+(?:in|at)\\s+(?<rest>.*))?",
          FLAGS);
  private static final Pattern CALCULATE =
      Pattern.compile(
          "(?:(?:can\\s+you\\s+)?(?:calculate|compute|evaluate|solve)|how\\s+(?:much|many)\\s+(?:is|are)"
              + "|what(?:'s|\\s+is|\\s+are))[\\s:]+(?<rest>\\S.*)",
          FLAGS);
  private static final Pattern COMMAND = Pattern.compile("calculate|compute|evaluate", FLAGS);

  /**
   * Matches amounts as people write them, such as {@code 1,000 + 1} and {@code 80 + 10%}. Within
   * brackets, a comma separates arguments.
   */
  private static final Pattern EVERYDAY = Pattern.compile("[^(]*\\d,\\d{3}[^(]*|.*%", FLAGS);

  private static final Pattern PUBLISH =
      Pattern.compile("publish(?:\\s+(?:a|the|this))?(?:\\s+note)?[\\s:,]+(?<rest>\\S.*)", FLAGS);
  private static final Pattern OUTLINE =
      Pattern.compile(
          "(?:outline|headings|sections|table\\s+of\\s+contents)\\s+(?:of|in)\\s+(?<rest>\\S.*)",
          FLAGS);
  private static final Pattern SEARCH =
      Pattern.compile("(?:find|grep|search\\s+for|look\\s+for)\\s+(?<rest>\\S.*)", FLAGS);
  private static final Pattern READ = Pattern.compile("(?:read|open)\\s+(?<rest>\\S+)", FLAGS);
  private static final Pattern TELL =
      Pattern.compile("(?:my|our|i|i'm|i’m|we|we're|we’re)\\s+\\S+\\s+\\S.*", FLAGS);

  /** Matches problems and questions, which are no facts about the user. */
  private static final Pattern TROUBLE =
      Pattern.compile(
          ".*[,.;:-]\\s*(?:so\\s+|and\\s+|but\\s+)?(?:can|could|how|what|which|why|where|is|are|does|do|should|will|would|any|possible)\\b.*"
              + "|.*\\b(?:(?:get|got|gets|see|returns?)\\s+(?:an?\\s+)?[45]\\d\\d|errors?|exceptions?|fail\\w*|crash\\w*|stuck|hangs?|(?:does|do|did)(?:n't|n’t|"
              + " not) (?:work|start|run))\\b.*",
          FLAGS | Pattern.DOTALL);

  private static final Pattern OWN =
      Pattern.compile("\\b(?:my|mine|our|ours|(?:what|where)\\s+do\\s+(?:i|we))\\b", FLAGS);
  private static final String OPERATORS = ".+-*/×÷%^!(),";
  private static final Set<String> NAMES =
      Set.of("pi", "π", "e", "sqrt", "abs", "floor", "ceil", "round", "min", "max");
  private static final int MAX_TITLE = 60;
  private static final int LONGEST_TALK = 200;

  private IntentReader() {}

  static Intent read(String text) {
    String asked = withoutEnd(text.strip(), "?!.=…");
    Intent talk = asked.length() <= LONGEST_TALK ? readTalk(asked) : null;
    if (talk != null) {
      return talk;
    }
    Matcher m;
    if ((m = REMEMBER.matcher(asked)).matches()) {
      return new Intent.Remember(m.group("rest").strip());
    }
    if ((m = FORGET.matcher(asked)).matches()) {
      return new Intent.Forget(m.group("rest").strip());
    }
    if ((m = TIME.matcher(asked)).matches()) {
      return new Intent.TellTime(rest(m));
    }
    if ((m = RECALL.matcher(asked)).matches()) {
      return new Intent.Recall(rest(m));
    }
    if (text.indexOf('?') < 0
        && TELL.matcher(asked).matches()
        && !WISH.matcher(asked).matches()
        && !TROUBLE.matcher(asked).matches()) {
      return new Intent.Tell(asked);
    }
    if ((m = PUBLISH.matcher(text.strip())).matches()) {
      return publish(m.group("rest").strip());
    }
    Intent reading = readDocument(asked);
    return reading == null ? readExpression(text.strip(), asked) : reading;
  }

  /** Reads an intent that one short sentence expresses; null if there is none. */
  private static @Nullable Intent readTalk(String asked) {
    Matcher m;
    if (HELP.matcher(asked).matches()) {
      return new Intent.Help();
    }
    if (FORGET_ALL.matcher(asked).matches()) {
      return new Intent.Forget(MemoryShelf.EVERYTHING);
    }
    if (OWN_NAME.matcher(asked).matches()) {
      return new Intent.TellName();
    }
    if ((m = INTRODUCE.matcher(asked)).matches()) {
      String given = m.group("given") == null ? m.group("name") : m.group("given");
      return new Intent.Introduce(
          given.substring(0, 1).toUpperCase(Locale.ROOT) + given.substring(1), asked);
    }
    if ((m = TODAY.matcher(asked)).matches()) {
      String day = m.group("day") == null ? m.group("alone") : m.group("day");
      return new Intent.TellDate(daysTo(day), "days");
    }
    if ((m = DAYS.matcher(WordedArithmetic.written(asked))).matches()
        && (m.group("in") != null || m.group("then") != null)) {
      return date(m);
    }
    return SmallTalk.of(asked).map(Intent.Chat::new).orElse(null);
  }

  private static int daysTo(@Nullable String day) {
    return day == null
        ? 0
        : switch (day.toLowerCase(Locale.ROOT)) {
          case "tomorrow" -> 1;
          case "yesterday" -> -1;
          default -> 0;
        };
  }

  private static Intent date(Matcher m) {
    String count = m.group("count");
    int amount = Character.isDigit(count.charAt(0)) ? Integer.parseInt(count) : 1;
    String then = m.group("then");
    boolean before = then != null && (then.equals("ago") || then.startsWith("before"));
    return new Intent.TellDate(before ? -amount : amount, m.group("unit") + "s");
  }

  private static @Nullable Intent readDocument(String asked) {
    Matcher m;
    if ((m = OUTLINE.matcher(asked)).matches()) {
      return new Intent.Outline(m.group("rest").strip());
    }
    if ((m = SEARCH.matcher(asked)).matches()) {
      String rest = m.group("rest").strip();
      int in = rest.toLowerCase(Locale.ROOT).lastIndexOf(" in ");
      return in <= 0
          ? new Intent.Ask(rest)
          : new Intent.Find(unquoted(rest.substring(0, in)), rest.substring(in + 4).strip());
    }
    if ((m = READ.matcher(asked)).matches()) {
      return new Intent.Read(m.group("rest"));
    }
    return null;
  }

  /**
   * Returns the title before a dash or the end of the line; otherwise the beginning of the text.
   */
  private static Intent publish(String note) {
    for (String separator : new String[] {"\n", " — ", " - ", ": "}) {
      int at = note.indexOf(separator);
      if (at > 0 && at <= 2 * MAX_TITLE) {
        String text = note.substring(at + separator.length()).strip();
        if (!text.isEmpty()) {
          return new Intent.Publish(note.substring(0, at).strip(), text);
        }
      }
    }
    String title = note.length() <= MAX_TITLE ? note : note.substring(0, MAX_TITLE).strip() + "…";
    return new Intent.Publish(withoutEnd(title, "."), note);
  }

  private static Intent readExpression(String text, String asked) {
    // A factorial's sign at the end belongs to the expression.
    String whole = withoutEnd(text, "?.=");
    Matcher m = CALCULATE.matcher(whole);
    boolean verb = m.matches();
    String expression = verb ? m.group("rest").strip() : whole;
    if (looksArithmetic(expression) && !EVERYDAY.matcher(expression).matches()) {
      return new Intent.Calculate(expression);
    }
    String written = WordedArithmetic.written(expression);
    if (looksArithmetic(written)) {
      return new Intent.Calculate(written, expression);
    }
    if (verb && COMMAND.matcher(whole).lookingAt()) {
      return new Intent.Calculate(expression);
    }
    return OWN.matcher(asked).find() ? new Intent.Recall(asked) : new Intent.Ask(asked);
  }

  private static String rest(Matcher m) {
    String rest = m.group("rest");
    return rest == null ? "" : rest.strip();
  }

  private static String unquoted(String text) {
    return text.strip().replaceAll("^[\"'“‘]|[\"'”’]$", "");
  }

  /** Returns true for a text of digits, operators, names of functions and spaces. */
  private static boolean looksArithmetic(String text) {
    boolean digit = false;
    for (int i = 0; i < text.length(); ) {
      char c = text.charAt(i);
      if (Character.isLetter(c)) {
        int end = i;
        while (end < text.length() && Character.isLetter(text.charAt(end))) {
          end++;
        }
        if (!NAMES.contains(text.substring(i, end).toLowerCase(Locale.ROOT))) {
          return false;
        }
        i = end;
      } else if (Character.isWhitespace(c) || OPERATORS.indexOf(c) >= 0) {
        i++;
      } else if (c >= '0' && c <= '9') {
        digit = true;
        i++;
      } else {
        return false;
      }
    }
    return digit;
  }

  private static String withoutEnd(String text, String marks) {
    int end = text.length();
    while (end > 0
        && (marks.indexOf(text.charAt(end - 1)) >= 0
            || Character.isWhitespace(text.charAt(end - 1)))) {
      end--;
    }
    return text.substring(0, end);
  }
}
