package dev.adk4j.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lines over two logarithmic axes: what grows with its input climbs, what does not is level. */
public final class LineChart implements Chart {

  private static final int WIDTH = 760;
  private static final int HEIGHT = 400;
  private static final int LEFT = 80;
  private static final int RIGHT = 230;
  private static final int TOP = 50;
  private static final int BOTTOM = 50;

  private final String file;
  private final String title;
  private final String unit;
  private final Map<String, Map<Double, Double>> lines = new LinkedHashMap<>();

  public LineChart(String file, String title, String unit) {
    this.file = file;
    this.title = title;
    this.unit = unit;
  }

  public LineChart point(String line, double x, double y) {
    lines.computeIfAbsent(line, l -> new LinkedHashMap<>()).put(x, y);
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
    Svg svg = new Svg(WIDTH, HEIGHT, title);
    List<Double> xs = new ArrayList<>();
    List<Double> ys = new ArrayList<>();
    lines
        .values()
        .forEach(
            line -> {
              xs.addAll(line.keySet());
              ys.addAll(line.values());
            });
    LogScale x = LogScale.over(xs, LEFT, WIDTH - RIGHT);
    LogScale y = LogScale.over(ys, HEIGHT - BOTTOM, TOP);
    for (double tick : y.decades()) {
      svg.line(LEFT, y.at(tick), WIDTH - RIGHT, y.at(tick), "#8884", 1);
      svg.text(LEFT - 8, y.at(tick) + 4, "end", Numbers.format(tick));
    }
    for (double tick : xs.stream().distinct().sorted().toList()) {
      svg.text(
          x.at(tick), HEIGHT - BOTTOM + 20, "middle", String.format(Locale.ROOT, "%,.0f", tick));
    }
    svg.text(LEFT, TOP - 12, "start", unit);
    List<double[]> labels = new ArrayList<>();
    int index = 0;
    for (Map.Entry<String, Map<Double, Double>> line : lines.entrySet()) {
      String colour = Svg.colour(index++);
      StringBuilder points = new StringBuilder();
      double lastY = 0;
      for (Map.Entry<Double, Double> point : line.getValue().entrySet()) {
        lastY = y.at(point.getValue());
        points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x.at(point.getKey()), lastY));
        svg.dot(x.at(point.getKey()), lastY, colour);
      }
      svg.polyline(points.toString().strip(), colour);
      double labelY = free(labels, lastY);
      labels.add(new double[] {labelY});
      svg.label(WIDTH - RIGHT + 12, labelY + 4, line.getKey(), colour);
    }
    return svg.end();
  }

  /** The nearest height at which no label is yet. */
  private static double free(List<double[]> taken, double wanted) {
    for (int distance = 0; ; distance++) {
      for (double candidate : new double[] {wanted - distance, wanted + distance}) {
        if (taken.stream().allMatch(t -> Math.abs(t[0] - candidate) >= 15)) {
          return candidate;
        }
      }
    }
  }
}
