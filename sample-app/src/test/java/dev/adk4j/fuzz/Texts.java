package dev.adk4j.fuzz;

import java.util.List;
import java.util.random.RandomGenerator;

/** Texts that make trouble somewhere, none of which is the name of a class. */
final class Texts {

  private static final List<String> TROUBLE =
      List.of(
          "",
          " ",
          "\t",
          "null",
          "undefined",
          "true",
          "-1",
          "0",
          "+1",
          "1e3",
          "0x10",
          "NaN",
          "9223372036854775807",
          "9223372036854775808",
          "9".repeat(400),
          "2026-13-45T25:61:61Z",
          "00000000-0000-6000-8000-000000000000",
          "../../../etc/passwd",
          "..\\..\\windows",
          ".",
          "..",
          "/",
          "//evil.example/x",
          "a/b",
          "a;b=c",
          "a b",
          "a,b",
          "a&b=c",
          "%00",
          "%2e%2e%2f",
          "%zz",
          "\u0000",
          "a\u0000b",
          "\r\nX-Injected: 1",
          "\u001b[2J\u0007",
          "\u0085\u2028\u2029",
          "\u202e\u2066abc",
          "\ufeff",
          "\uffff\ufffe",
          "\ud800",
          "\udc00\ud800",
          "\ud83d\ude00".repeat(70),
          "e\u0301".repeat(200),
          "\ufdfd".repeat(30),
          "' or '1'='1' --",
          "\"; drop table adk_message; --",
          "%' escape '!",
          "$(reboot)`id`",
          "${7*7}#{7*7}{{7*7}}%{7*7}",
          "%s%n%d%1$1000000000d",
          "<script>alert(1)</script>",
          "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><x>&a;</x>",
          "{\"a\":1}",
          "[]",
          "*)(uid=*",
          "(a+)+$",
          "a".repeat(64),
          "a".repeat(65),
          "a".repeat(255),
          "a".repeat(256),
          "a".repeat(1_001),
          "\u00e9".repeat(2_000));

  private Texts() {}

  static String any(RandomGenerator random) {
    return random.nextInt(8) == 0 ? random(random) : TROUBLE.get(random.nextInt(TROUBLE.size()));
  }

  /** Any code units, lone surrogates among them. */
  private static String random(RandomGenerator random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(30); i >= 0; i--) {
      text.append((char) (random.nextBoolean() ? random.nextInt(128) : random.nextInt(0x10000)));
    }
    return text.toString();
  }

  static <T> T one(RandomGenerator random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
