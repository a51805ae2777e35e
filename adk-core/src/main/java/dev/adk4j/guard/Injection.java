package dev.adk4j.guard;

import dev.adk4j.artifact.internal.Deadline;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Detects texts that try to instruct a model, by typical phrases. Checks the text in lower case
 * without invisible characters and accents and with look-alike letters replaced; then again with
 * letters only, to find spelled-out words; and inside of Base64.
 */
final class Injection {

  /** Letters that look like Latin letters, and their replacements. */
  private static final String ALIKE = "аеорсухіѕјԁԛһӏοανιρτкмтв013457@$!";

  private static final String LATIN = "aeopcyxisjdqhloavipt" + "kmtb" + "oleast" + "as" + "i";

  private static final String VERB =
      "(?:ignor\\w{0,6}|disregard\\w{0,4}|forget|override|bypass|neglect|overrule|do not (?:follow|obey)|stop following)";

  private static final List<Pattern> SAID =
      Stream.of(
              VERB
                  + ".{0,30}\\b(?:previous|prior|above|earlier|preceding|foregoing|former|all|any|your|system|original|initial|everything)\\b.{0,30}\\b(?:instruct\\w{0,6}|prompts?|rules?|directi\\w{0,4}|guidelines?|context|commands?|polic\\w{0,4}|safety|training|told|said)\\b",
              "forget (?:everything|all of (?:that|this)|what you)",
              "you are (?:now|no longer) (?:an?|the|in|bound|free|dan|jailbroken|unrestricted)\\b",
              "(?:pretend|act|behave|roleplay) (?:to be|as if|as though|as) .{0,40}(?:\\bno|without|\\bun).{0,12}(?:rules|restrict|limit|filter|guideline|ethic|censor)",
              "\\b(?:new|updated|real|revised|additional|following) (?:system )?(?:instructions?|prompt|directives?|orders?) ?(?:are|is|:|follow|from)",
              "(?:reveal|print|show|repeat|output|disclose|tell|leak|send|dump) .{0,30}(?:system prompt|hidden prompt|initial instructions|system message|developer message|your instructions)",
              "\\b(?:do not|don.?t|never|without) (?:tell\\w{0,3}|inform\\w{0,3}|mention\\w{0,3}|alert\\w{0,3}|notify\\w{0,3}|warn\\w{0,3}|asking|ask) .{0,20}\\b(?:user|human|customer|operator|anyone|anybody)\\b",
              "\\b(?:call|invoke|use|run|execute|trigger) the .{1,40}\\b(?:tool|function|command)\\b.{0,60}\\b(?:now|immediately|with|and|to)\\b",
              "\\b(?:send|post|upload|forward|exfiltrate|email|transmit)\\b.{0,60}\\b(?:conversation|chat history|password|credential|api key|secret|token|history)s?\\b.{0,60}(?:to|@|http)",
              "\\b(?:attention|note|message|instructions?|hey|dear|important)\\b.{0,12}\\b(?:ai|assistant|llm|language model|chatbot|agent|claude|chatgpt|gpt)s?\\b ?(?:[:,]|must|should|please|reading|agent)",
              "\\bif you are (?:an? )?(?:ai|assistant|llm|language model|chatbot|agent)\\b",
              "\\b(?:developer|god|debug|admin|dan|jailbreak|maintenance|sudo) mode\\b.{0,20}(?:on|enabled?|activated?|now)",
              "\\bas an? (?:ai|assistant|language model),? you (?:must|should|will|have to)",
              "(?:ignor|vergiss|missacht)\\w{0,5} .{0,20}(?:vorherig|bisherig|obig|vorig|alle|deine|fruher)\\w{0,4} .{0,20}(?:anweisung|instruktion|regel|befehl|vorgabe)",
              "(?:ignor|oubli)\\w{0,4} .{0,20}(?:instructions|consignes|regles|directives)",
              "(?:ignor|olvid|omit)\\w{0,4} .{0,25}(?:instrucciones|reglas|ordenes|indicaciones)",
              "(?:ignor|dimentic)\\w{0,4} .{0,25}(?:istruzioni|regole|direttive)",
              "(?:ignor|esquec)\\w{0,4} .{0,25}(?:instrucoes|regras|ordens)")
          .map(Pattern::compile)
          .toList();

  /** Delimiters of models' templates. */
  private static final Pattern MARKERS =
      Pattern.compile(
          "<\\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id)\\|>|\\[/?inst]|<</?sys>>|<(?:start|end)_of_turn>"
              + "|(?m)^[#* ]{0,8}(?:system|developer|assistant)(?: (?:message|prompt|override|instructions?))?[* ]{0,4}:"
              + "|</?(?:system|developer|instructions|tool_result|function_results|untrusted)\\b[^>]{0,80}>"
              + "|\\[(?:system|admin|developer)(?: [a-z]{1,20})?]"
              + "|!\\[[^]]{0,80}]\\(\\s?https?://[^)]{0,200}[?&][^)]{0,80}=[^)]{0,400}[{<$%]");

  /** Letters only, with each l replaced by i. */
  private static final Pattern SQUASHED =
      Pattern.compile(
          "(?:ignore|disregard|forget|override|bypass)(?:aii?|your|the|my|any){0,2}(?:previous|prior|above|eariier)?(?:instruct|ruie|prompt|guideiine)"
              + "|(?:reveai|print|show|repeat|ieak)(?:me)?(?:your|the)(?:hidden|fuii)?systemprompt");

  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/_-]{24,}+={0,2}");

  private Injection() {}

  static boolean isSuspicious(String text) {
    return says(text) || decoded(text);
  }

  private static boolean says(String text) {
    Deadline deadline = Deadline.forText(8L * text.length());
    deadline.resume();
    String plain = plain(text);
    String line = plain.replaceAll("\\s++", " ");
    String alike = alike(line);
    return found(MARKERS, plain, deadline)
        || SAID.stream().anyMatch(said -> found(said, line, deadline))
        || SAID.stream().anyMatch(said -> found(said, alike, deadline))
        || found(SQUASHED, alike.replaceAll("[^a-z]++", "").replace('l', 'i'), deadline);
  }

  private static boolean found(Pattern pattern, String text, Deadline deadline) {
    return pattern.matcher(deadline.watch(text)).find();
  }

  private static boolean decoded(String text) {
    Matcher coded = BASE64.matcher(text);
    while (coded.find()) {
      String token = coded.group().replace('-', '+').replace('_', '/').replace("=", "");
      byte[] bytes =
          Base64.getDecoder().decode(token.substring(0, token.length() - token.length() % 4));
      if (says(new String(bytes, StandardCharsets.UTF_8))) {
        return true;
      }
    }
    return false;
  }

  private static String plain(String text) {
    String apart = Normalizer.normalize(text, Normalizer.Form.NFKD);
    StringBuilder plain = new StringBuilder(apart.length());
    apart
        .codePoints()
        .map(c -> c >= 0xE0020 && c <= 0xE007E ? c - 0xE0000 : c)
        .filter(c -> Character.getType(c) != Character.FORMAT)
        .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
        .forEach(plain::appendCodePoint);
    return plain.toString().toLowerCase(Locale.ROOT);
  }

  private static String alike(String plain) {
    StringBuilder alike = new StringBuilder(plain);
    for (int i = 0; i < alike.length(); i++) {
      int at = ALIKE.indexOf(alike.charAt(i));
      if (at >= 0) {
        alike.setCharAt(i, LATIN.charAt(at));
      }
    }
    return alike.toString();
  }
}
