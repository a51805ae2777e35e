package dev.adk4j.guard;

import dev.adk4j.guard.TextGuard.Pii;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Finds personal data in time linear in the text. Up to two separators, visible or not, may stand
 * between two characters of a number.
 */
final class PiiMask {

  /** The length of the longest match, including separators. */
  static final int LONGEST = 180;

  private static final String GAP = "[\\s\\p{Zs}\\p{Cf}./()\u00b7_\\-\u2010-\u2014]{0,2}+";
  private static final Pattern AT =
      Pattern.compile("[@\uff20]|\\s?[(\\[{]\\s?(?:at|@)\\s?[)\\]}]\\s?", Pattern.CASE_INSENSITIVE);
  private static final Pattern LOCAL = Pattern.compile("[\\p{L}\\p{N}._%+'-]{1,64}$");
  private static final Pattern HOST =
      Pattern.compile(
          "[\\p{L}\\p{N}-]{1,63}+(?:(?:\\.|\\s?[(\\[{]\\s?(?:dot|\\.)\\s?[)\\]}]\\s?)[\\p{L}\\p{N}-]{1,63}+){1,5}+",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern ACCOUNT =
      Pattern.compile(
          "(?<![\\p{L}\\p{N}])[A-Za-z]{2}G\\p{Nd}G\\p{Nd}(?:G[A-Za-z\\p{Nd}]){11,30}"
              .replace("G", GAP));
  private static final Pattern NUMBER =
      Pattern.compile("(?:[+\uff0b]G)?\\p{Nd}(?:G\\p{Nd}){7,60}+".replace("G", GAP));

  private static final String REGISTRY =
      "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29"
          + "ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30"
          + "KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15"
          + "OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23"
          + "TN24TR26UA29VA22VG24XK20YE30";

  /** Country and length. */
  private static final Map<String, Integer> ACCOUNTS = new HashMap<>();

  static {
    for (int i = 0; i < REGISTRY.length(); i += 4) {
      ACCOUNTS.put(REGISTRY.substring(i, i + 2), Integer.valueOf(REGISTRY.substring(i + 2, i + 4)));
    }
  }

  private final String text;
  private final TreeMap<Integer, Found> found = new TreeMap<>();

  private record Found(int to, Pii kind) {}

  private PiiMask(String text) {
    this.text = text;
  }

  static String mask(String text, Set<Pii> kinds) {
    PiiMask mask = new PiiMask(text);
    if (kinds.contains(Pii.EMAIL)) {
      mask.emails();
    }
    if (kinds.contains(Pii.IBAN)) {
      mask.accounts();
    }
    if (kinds.contains(Pii.CARD) || kinds.contains(Pii.PHONE)) {
      mask.numbers(kinds);
    }
    StringBuilder out = new StringBuilder();
    int at = 0;
    for (Map.Entry<Integer, Found> one : mask.found.entrySet()) {
      out.append(text, at, one.getKey()).append('[').append(one.getValue().kind).append(']');
      at = one.getValue().to;
    }
    return out.append(text, at, text.length()).toString();
  }

  /** Keeps the match that was found first. */
  private void take(int from, int to, Pii kind) {
    Map.Entry<Integer, Found> before = found.lowerEntry(to);
    if (before == null || before.getValue().to <= from) {
      found.put(from, new Found(to, kind));
    }
  }

  private void emails() {
    Matcher at = AT.matcher(text);
    Matcher host = HOST.matcher(text);
    while (at.find()) {
      Matcher local = LOCAL.matcher(text.substring(Math.max(0, at.start() - 64), at.start()));
      host.region(at.end(), Math.min(text.length(), at.end() + 100));
      if (local.find() && host.lookingAt()) {
        take(at.start() - local.group().length(), host.end(), Pii.EMAIL);
      }
    }
  }

  private void accounts() {
    Matcher account = ACCOUNT.matcher(text);
    int from = 0;
    while (account.find(from)) {
      from = account.start() + 2;
      String country = account.group().substring(0, 2).toUpperCase(Locale.ROOT);
      int[] places = places(account.start(), account.end());
      int length = ACCOUNTS.getOrDefault(country, Integer.MAX_VALUE);
      if (length <= places.length && isAccount(places, length)) {
        from = places[length - 1] + 1;
        take(account.start(), from, Pii.IBAN);
      }
    }
  }

  /** Returns the positions of letters and digits. */
  private int[] places(int from, int to) {
    return IntStream.range(from, to)
        .filter(at -> Character.isLetterOrDigit(text.charAt(at)))
        .toArray();
  }

  private int value(int place) {
    return Character.digit(text.charAt(place), 36);
  }

  private boolean isAccount(int[] places, int length) {
    int rest = 0;
    for (int i = 0; i < length; i++) {
      int value = value(places[(i + 4) % length]);
      rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
    }
    return rest == 1;
  }

  private void numbers(Set<Pii> kinds) {
    Matcher number = NUMBER.matcher(text);
    while (number.find()) {
      int[] digits = places(number.start(), number.end());
      if (kinds.contains(Pii.CARD)) {
        cards(digits);
      }
      if (kinds.contains(Pii.PHONE)) {
        boolean plus = !Character.isDigit(text.charAt(number.start()));
        phone(digits, plus ? number.start() : digits[0], plus);
      }
    }
  }

  /** Returns true if a group of digits begins there. */
  private static boolean begins(int[] digits, int index) {
    return index == 0 || index == digits.length || digits[index] > digits[index - 1] + 1;
  }

  /** A card consists of whole groups of digits, since others may stand next to it. */
  private void cards(int[] digits) {
    for (int from = 0; from + 13 <= digits.length; from++) {
      for (int to = Math.min(from + 19, digits.length); to >= from + 13; to--) {
        if (begins(digits, from) && begins(digits, to) && isCard(digits, from, to)) {
          take(digits[from], digits[to - 1] + 1, Pii.CARD);
        }
      }
    }
  }

  private boolean isCard(int[] digits, int from, int to) {
    int sum = 0;
    for (int i = to - 1; i >= from; i--) {
      int digit = value(digits[i]);
      sum += (to - i) % 2 == 1 ? digit : digit * 2 % 10 + digit / 5;
    }
    int first = value(digits[from]);
    return sum % 10 == 0 && first >= 2 && first <= 6;
  }

  private void phone(int[] digits, int from, boolean plus) {
    StringBuilder groups = new StringBuilder();
    int begun = 0;
    for (int i = 1; i <= digits.length; i++) {
      if (begins(digits, i)) {
        groups.append(i - begun).append(' ');
        begun = i;
      }
    }
    boolean national = digits.length <= 15 && value(digits[0]) == 0 && digits.length >= 9;
    boolean american = groups.toString().matches("(1 )?3 3 4 ");
    if (plus || american || (national && !groups.toString().matches("[12] .*"))) {
      take(from, digits[digits.length - 1] + 1, Pii.PHONE);
    }
  }
}
