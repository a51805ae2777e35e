package dev.adk4j.benchmarks.retrieval;

import java.util.regex.Pattern;

/** Turns the source of a manual page into Markdown headings and text, roughly. */
final class Roff {

  private static final Pattern FONTS =
      Pattern.compile(
          "\\\\f(?:\\[[^]]*]|\\(..|.)|\\\\s[-+]?\\d|\\\\[&/,|^%!cz]|\\\\\\*\\(..|\\\\\\*.");

  private Roff() {}

  static String markdown(String roff) {
    StringBuilder text = new StringBuilder();
    for (String line : roff.split("\n")) {
      if (line.startsWith(".") || line.startsWith("'")) {
        request(line.substring(1).strip(), text);
      } else {
        text.append(plain(line)).append('\n');
      }
    }
    return text.toString();
  }

  private static void request(String request, StringBuilder text) {
    String[] parts = request.split("\\s+", 2);
    String rest = parts.length > 1 ? plain(parts[1]).replace("\"", "") : "";
    switch (parts[0]) {
      case "SH", "Sh" -> text.append("\n# ").append(rest).append("\n");
      case "SS", "Ss" -> text.append("\n## ").append(rest).append("\n");
      case "Nd" -> text.append(" - ").append(rest).append('\n');
      case "PP", "P", "LP", "Pp", "TP", "IP", "sp" -> text.append('\n').append(rest).append('\n');
      case "B", "I", "BR", "RB", "BI", "IB", "IR", "RI", "SM", "Nm", "Fl", "Ar", "It", "Xr", "Pa" ->
          text.append(rest).append('\n');
      default -> {
        // layout
      }
    }
  }

  private static String plain(String line) {
    return FONTS
        .matcher(line)
        .replaceAll("")
        .replace("\\-", "-")
        .replace("\\(aq", "'")
        .replace("\\(em", "-")
        .replace("\\(en", "-")
        .replace("\\e", "\\")
        .replace("\\ ", " ")
        .replaceAll("\\\\\\(..", "")
        .replaceAll("\\\\\".*", "");
  }
}
