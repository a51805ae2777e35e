package dev.adk4j.test;

import java.util.List;

/** Texts that storages are known to confuse, truncate or reject. */
final class TrickyTexts {

  /** Ids that are distinct if a storage compares them literally. */
  static final List<String> IDS =
      List.of(
          "%",
          "_",
          "a",
          "A",
          "a ",
          " a",
          "\u00e1",
          "a\u0301",
          "a/b",
          "a\\b",
          "a'b",
          "a\"b",
          "a:b",
          "../a",
          "a\nb",
          "null",
          "日本語",
          "😀",
          "i".repeat(200));

  /** Contents that must be returned unchanged; each has at least one character. */
  static final List<String> CONTENTS =
      List.of(
          " ",
          " \t\r\n ",
          "line\nline\r\nline\rline\n",
          "a\u0000b",
          "\u0000",
          "\\u0000",
          "\\",
          "\\\\u0000\\",
          "\ud83d",
          "\ude00",
          "x\ude00\ud83dx",
          "😀👩‍👩‍👧‍👦🇳🇴",
          "\u00e9",
          "e\u0301",
          "\ufeffmark",
          "\ufffd\uffff\ufffe",
          "\u2028\u2029\u0085",
          "العربية ‏עברית‎",
          "'; drop table adk_message; --",
          "{\"json\": [1, 2.50, null]}",
          "null",
          "true",
          "12.50",
          "<|endoftext|>",
          "\u0001\u0008\u000b\u001f\u007f");

  private TrickyTexts() {}

  /** Returns about a megabyte of text with characters of all widths. */
  static String megabyte() {
    return "0123456789 abcdef é 日 😀 \n".repeat(38_000);
  }
}
