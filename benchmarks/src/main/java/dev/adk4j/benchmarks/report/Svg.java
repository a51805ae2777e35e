package dev.adk4j.benchmarks.report;

import java.util.Locale;

/** Writes the few shapes that the charts consist of; readable on white and on black. */
final class Svg {

  private static final String[] COLOURS = {
    "#1b8a5a", "#c7522a", "#3b6fb6", "#a8508f", "#b08900", "#5f6b7a", "#2aa1a8", "#8a5a2b"
  };

  private final StringBuilder out = new StringBuilder();

  Svg(int width, int height, String title) {
    out.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                + " font-family=\"sans-serif\" font-size=\"12\" fill=\"#777\">%n<title>%s</title>%n",
            width,
            height,
            width,
            height,
            escaped(title)));
    out.append(
        String.format(
            Locale.ROOT,
            "<text x=\"10\" y=\"20\" font-size=\"15\" font-weight=\"bold\">%s</text>%n",
            escaped(title)));
  }

  static String colour(int index) {
    return COLOURS[index % COLOURS.length];
  }

  void line(double x1, double y1, double x2, double y2, String colour, int width) {
    add(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%d\"/>",
        x1, y1, x2, y2, colour, width);
  }

  void rect(double x, double y, double width, double height, String colour) {
    add(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
        x, y, width, height, colour);
  }

  void dot(double x, double y, String colour) {
    add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>", x, y, colour);
  }

  void polyline(String points, String colour) {
    add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", points, colour);
  }

  void text(double x, double y, String anchor, String text) {
    add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, escaped(text));
  }

  void label(double x, double y, String text, String colour) {
    add("<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\">%s</text>", x, y, colour, escaped(text));
  }

  String end() {
    return out.append("</svg>\n").toString();
  }

  private void add(String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
