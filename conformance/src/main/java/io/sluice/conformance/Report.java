package io.sluice.conformance;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The same as the page for programs: spec, base, virtual, reason. */
final class Report {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Report() {}

  static String of(List<Line> lines) {
    ArrayNode report = JSON.createArrayNode();
    for (Line line : lines) {
      ObjectNode entry = report.addObject();
      entry.put("spec", line.spec().name());
      entry.put("base", word(line.base()));
      entry.put("virtual", word(line.virtual()));
      entry.put("reason", reason(line));
    }
    return report.toPrettyString();
  }

  private static @Nullable String word(@Nullable Verdict verdict) {
    return verdict == null ? null : verdict.outcome().name().toLowerCase(Locale.ROOT);
  }

  /** The id of a reason where there is one, else what the suite said. */
  private static @Nullable String reason(Line line) {
    return switch (line.state()) {
      case BY_DESIGN -> line.spec().reason();
      case FAILED -> line.virtual() == null ? null : line.virtual().message();
      case NOT_COUNTED -> line.base() == null ? null : line.base().message();
      case PASSED, NOT_RUN -> null;
    };
  }
}
