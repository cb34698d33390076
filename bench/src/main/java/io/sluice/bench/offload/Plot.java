package io.sluice.bench.offload;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Bars as SVG: one per name, with the samples as dots. */
final class Plot {
  private static final int WIDTH = 640;
  private static final int ROW = 34;
  private static final int LEFT = 170;
  private static final int TOP = 40;

  private Plot() {}

  static String bars(String title, String unit, Map<String, List<Double>> values) {
    double most =
        values.values().stream().flatMap(List::stream).mapToDouble(value -> value).max().orElse(1);
    int height = TOP + ROW * values.size() + 10;
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" font-family="sans-serif" font-size="13">
        <rect width="%1$d" height="%2$d" fill="white"/>
        <text x="10" y="22" font-size="15">%3$s (%4$s)</text>
        """
            .formatted(WIDTH, height, title, unit));
    int y = TOP;
    for (var entry : values.entrySet()) {
      double median = Figure.percentile(entry.getValue(), 50);
      double end = length(Figure.percentile(entry.getValue(), 100), most);
      svg.append(row(entry.getKey(), median, length(median, most), end, y));
      for (double sample : entry.getValue()) {
        svg.append(
            String.format(
                Locale.ROOT,
                "<circle cx=\"%.1f\" cy=\"%d\" r=\"2.5\" fill=\"#c33\"/>%n",
                LEFT + length(sample, most),
                y + 10));
      }
      y += ROW;
    }
    return svg.append("</svg>\n").toString();
  }

  /** The number stands behind the last dot. */
  private static String row(String name, double median, double length, double end, int y) {
    return String.format(
        Locale.ROOT,
        "<text x=\"10\" y=\"%d\">%s</text><rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"20\""
            + " fill=\"#69c\"/><text x=\"%.1f\" y=\"%d\">%.2f</text>%n",
        y + 15,
        name,
        LEFT,
        y,
        length,
        LEFT + end + 8,
        y + 15,
        median);
  }

  private static double length(double value, double most) {
    return value / most * (WIDTH - LEFT - 80);
  }
}
