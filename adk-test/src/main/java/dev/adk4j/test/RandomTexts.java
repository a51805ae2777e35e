package dev.adk4j.test;

import java.util.List;
import java.util.Random;

/** Creates random texts, never empty and practically never equal. */
record RandomTexts(Random random) {

  private static final List<String> WORDS =
      List.of(
          "alpha", "beta ", " gamma", "é", "日本", "😀", "\n", "\r\n", "\t", "\"", "'", "\\", "%",
          "{}", "</x>", "\u2028");

  /** Texts with characters that UTF-8 cannot encode, for fields that are not written as bytes. */
  private static final List<String> ODD = List.of("\u0000", "\ud83d", "\ude00", "\\u0000");

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-1",
          "1.50",
          "100000000000000000000",
          "0.1",
          "1E+400",
          "2.5e-8",
          "12345678901234567890.0987654321");

  String text() {
    String plain = plain();
    return random.nextInt(4) == 0 ? plain + ODD.get(random.nextInt(ODD.size())) + mark() : plain;
  }

  /** Returns a text that UTF-8 can encode. */
  String plain() {
    StringBuilder text = new StringBuilder(mark());
    for (int i = random.nextInt(8); i > 0; i--) {
      text.append(WORDS.get(random.nextInt(WORDS.size())));
    }
    return text.toString();
  }

  String markdown() {
    return "# %s\n\nText with a [link](https://example.org).\n\n```json\n%s\n```\n"
        .formatted(mark(), json());
  }

  String jsonLines() {
    return jsonObject() + "\n" + jsonObject() + "\n";
  }

  String json() {
    return random.nextInt(3) == 0 ? scalar() : jsonObject();
  }

  /** Returns a JSON object with unsorted keys, explicit nulls and numbers whose digits matter. */
  String jsonObject() {
    return "{\"%s\":%s,\"z\":[%s,null,true,%s],\"a\":{\"k\":%s,\"\":{},\"b\":null}}"
        .formatted(mark(), scalar(), scalar(), scalar(), scalar());
  }

  private String scalar() {
    return random.nextBoolean()
        ? NUMBERS.get(random.nextInt(NUMBERS.size()))
        : "\"" + mark() + " é \\n \\u0000 \\ud83d \\\" 😀\"";
  }

  private String mark() {
    return Long.toString(random.nextLong() & Long.MAX_VALUE, Character.MAX_RADIX);
  }
}
