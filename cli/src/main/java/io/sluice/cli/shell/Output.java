package io.sluice.cli.shell;

import io.sluice.engine.kube.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** How data is printed on standard output. */
public enum Output {
  TABLE,
  JSON,
  YAML;

  /** One titled table. */
  public record Table(String title, List<String> columns, List<List<String>> rows) {
    public Table {
      columns = List.copyOf(columns);
      rows = rows.stream().map(List::copyOf).toList();
    }

    /** Columns as wide as their widest cell, two blanks between, none at the end of a line. */
    public String text() {
      StringBuilder text = new StringBuilder(title).append('\n');
      if (rows.isEmpty()) {
        return text.append("  none\n").toString();
      }
      line(text, columns);
      rows.forEach(row -> line(text, row));
      return text.toString();
    }

    private void line(StringBuilder text, List<String> cells) {
      StringBuilder line = new StringBuilder("  ");
      for (int i = 0; i < cells.size(); i++) {
        line.append(cells.get(i)).append(" ".repeat(width(i) - cells.get(i).length() + 2));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }

    private int width(int column) {
      int widest = columns.get(column).length();
      for (List<String> row : rows) {
        widest = Math.max(widest, row.get(column).length());
      }
      return widest;
    }
  }

  /** Prints the tables, or the same facts as one document. */
  public void print(PrintWriter out, List<Table> tables, Object document) {
    switch (this) {
      case TABLE ->
          out.println(String.join("\n", tables.stream().map(Table::text).toList()).stripTrailing());
      case JSON -> out.println(new String(Json.bytes(document), StandardCharsets.UTF_8));
      case YAML -> out.print(Json.yaml(document));
    }
    out.flush();
  }
}
