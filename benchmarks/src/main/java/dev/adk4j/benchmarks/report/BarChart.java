package dev.adk4j.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Horizontal bars over a logarithmic axis, with a whisker from min to max. */
public final class BarChart implements Chart {

  private static final int WIDTH = 760;
  private static final int LEFT = 260;
  private static final int RIGHT = 110;
  private static final int ROW = 26;
  private static final int TOP = 56;

  private final String file;
  private final String title;
  private final String unit;
  private final List<Bar> bars = new ArrayList<>();

  public BarChart(String file, String title, String unit) {
    this.file = file;
    this.title = title;
    this.unit = unit;
  }

  /** Bars of the same group have the same colour. */
  public BarChart bar(String label, int group, Samples samples) {
    bars.add(new Bar(label, group, samples));
    return this;
  }

  @Override
  public String file() {
    return file;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public String svg() {
    int height = TOP + bars.size() * ROW + 20;
    Svg svg = new Svg(WIDTH, height, title);
    LogScale x =
        LogScale.over(
            bars.stream().flatMap(b -> b.samples.values().stream()).toList(), LEFT, WIDTH - RIGHT);
    for (double tick : x.decades()) {
      svg.line(x.at(tick), TOP - 6, x.at(tick), height - 16, "#8884", 1);
      svg.text(x.at(tick), TOP - 10, "middle", Numbers.format(tick));
    }
    svg.text(WIDTH - 10, TOP - 10, "end", unit);
    double y = TOP;
    for (Bar bar : bars) {
      double end = x.at(bar.samples.median());
      svg.rect(LEFT, y + 4, Math.max(1, end - LEFT), ROW - 8, Svg.colour(bar.group));
      svg.line(x.at(bar.samples.min()), y + 13, x.at(bar.samples.max()), y + 13, "#888", 2);
      svg.text(LEFT - 8, y + 17, "end", bar.label);
      svg.text(
          Math.max(end, x.at(bar.samples.max())) + 6,
          y + 17,
          "start",
          String.format(Locale.ROOT, "%s", Numbers.format(bar.samples.median())));
      y += ROW;
    }
    return svg.end();
  }

  private record Bar(String label, int group, Samples samples) {}
}
