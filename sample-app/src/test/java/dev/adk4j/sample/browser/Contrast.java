package dev.adk4j.sample.browser;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The contrast of two colours as accessibility guidelines count it: 1 to 21. */
final class Contrast {

  private static final Pattern NUMBER = Pattern.compile("[\\d.]+");

  private Contrast() {}

  static double between(String rgb, String otherRgb) {
    double a = luminance(rgb);
    double b = luminance(otherRgb);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  private static double luminance(String rgb) {
    double[] channels =
        NUMBER
            .matcher(rgb)
            .results()
            .limit(3)
            .map(MatchResult::group)
            .mapToDouble(c -> linear(Double.parseDouble(c) / 255))
            .toArray();
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
  }

  private static double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4);
  }
}
