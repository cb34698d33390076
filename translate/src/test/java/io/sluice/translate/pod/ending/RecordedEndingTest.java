package io.sluice.translate.pod.ending;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Watch events recorded on a real node, one file per case and restart policy: {@code
 * d1/<case>-<restartPolicy>.jsonl}. In {@code succeed} and {@code fail} the container ends by
 * itself, in every other case the pod is taken away.
 */
class RecordedEndingTest {
  private static final Path RECORDED = Path.of("src/test/resources/d1");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> FINISHING =
      Set.of("succeed-OnFailure", "succeed-Never", "fail-Never");
  private static final Set<String> RESTARTING =
      Set.of("succeed-Always", "fail-Always", "fail-OnFailure");

  record Event(String type, Pod pod) {}

  @TestFactory
  Stream<DynamicTest> everyRecordedLifeEndsAsItsNameSays() throws IOException {
    try (var files = Files.list(RECORDED)) {
      var recordings = files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList();
      assertThat(recordings).hasSizeGreaterThan(30);
      return recordings.stream()
          .map(file -> DynamicTest.dynamicTest(name(file), () -> replay(file)));
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString().replace(".jsonl", "");
  }

  private static void replay(Path file) throws IOException {
    for (var life : lives(file)) {
      var seen = Seen.NOTHING;
      for (var event : life) {
        seen = seen.and(event.pod());
      }
      var last = life.getLast();
      assertThat(life.getFirst().pod().getSpec().getRestartPolicy())
          .isEqualTo(name(file).replaceAll(".*-", ""));
      assertThat(seen.finished()).as("finished").isEqualTo(FINISHING.contains(name(file)));
      assertThat(expected(name(file), last)).contains(Ending.of(last.pod(), seen).getClass());
      assertThat(expected(name(file), last))
          .as("an enforcer that saw nothing but the last state")
          .contains(Ending.of(last.pod(), Seen.NOTHING).getClass());
      assertThat(Loss.RECREATE.recreates(last.pod())).as("one container, killed").isTrue();
    }
  }

  /** A watch may see the object vanish while it still leaves: its removal is the end then. */
  private static Set<Class<? extends Ending>> expected(String name, Event last) {
    if (FINISHING.contains(name)) {
      return Set.of(Ending.Finished.class);
    }
    if (RESTARTING.contains(name)) {
      return Set.of(Ending.Alive.class);
    }
    return last.type().equals("DELETED")
        ? Set.of(Ending.Taken.class, Ending.Leaving.class)
        : Set.of(Ending.Taken.class);
  }

  private static List<List<Event>> lives(Path file) throws IOException {
    var byUid = new LinkedHashMap<String, List<Event>>();
    for (var line : Files.readAllLines(file)) {
      if (line.isBlank()) {
        continue;
      }
      var event = JSON.readTree(line);
      var pod = JSON.treeToValue(event.get("object"), Pod.class);
      byUid
          .computeIfAbsent(pod.getMetadata().getUid(), uid -> new ArrayList<>())
          .add(new Event(event.get("type").asText(), pod));
    }
    return List.copyOf(byUid.values());
  }
}
