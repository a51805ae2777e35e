package dev.adk4j.sample.agent;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds out what a text asks for, by its first words. */
final class IntentReader {

  private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL;
  private static final Pattern REMEMBER =
      Pattern.compile("(?:please\\s+)?remember(?:\\s+that)?[\\s:,]+(?<rest>\\S.*)", FLAGS);
  private static final Pattern FORGET =
      Pattern.compile("(?:please\\s+)?forget(?:\\s+(?:about|that))?[\\s:,]+(?<rest>\\S.*)", FLAGS);
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
          "(?:calculate|compute|how\\s+much\\s+is|what(?:'s|\\s+is))[\\s:]+(?<rest>\\S.*)", FLAGS);
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
  private static final Pattern OWN = Pattern.compile("\\b(?:my|mine|our|ours)\\b", FLAGS);
  private static final Pattern QUESTION =
      Pattern.compile(
          "(?:what|who|where|when|which|how|why|can|could|does|do|is|are|should|must|may"
              + "|explain|describe|show|tell)(?:'s|\\s).*",
          FLAGS);
  private static final String OPERATORS = ".+-*/×÷%^!(),";
  private static final Set<String> NAMES =
      Set.of("pi", "π", "e", "sqrt", "abs", "floor", "ceil", "round", "min", "max");
  private static final int MAX_TITLE = 60;

  private IntentReader() {}

  static Intent read(String text) {
    String asked = withoutEnd(text.strip(), "?!.=");
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
    if (text.indexOf('?') < 0 && TELL.matcher(asked).matches()) {
      return new Intent.Tell(asked);
    }
    if ((m = PUBLISH.matcher(text.strip())).matches()) {
      return publish(m.group("rest").strip());
    }
    Intent reading = readDocument(asked);
    return reading == null ? readExpression(text.strip(), asked) : reading;
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

  /** A title before a dash or a line's end, else the beginning of the text. */
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
    if (looksArithmetic(expression)) {
      return new Intent.Calculate(expression);
    }
    if (verb && !whole.toLowerCase(Locale.ROOT).startsWith("what")) {
      return new Intent.Calculate(expression);
    }
    if (QUESTION.matcher(asked).matches()) {
      return OWN.matcher(asked).find() ? new Intent.Recall(asked) : new Intent.Ask(asked);
    }
    return new Intent.Help();
  }

  private static String rest(Matcher m) {
    String rest = m.group("rest");
    return rest == null ? "" : rest.strip();
  }

  private static String unquoted(String text) {
    return text.strip().replaceAll("^[\"'“‘]|[\"'”’]$", "");
  }

  /** Digits, and apart from them only operators, names of the calculator, and blanks. */
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
