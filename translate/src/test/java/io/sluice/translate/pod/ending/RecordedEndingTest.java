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
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Watch events recorded on a real node, one file per case and restart policy: {@code
 * d1/<case>-<restartPolicy>.jsonl}. A case whose name begins with {@code finish} ends by itself,
 * every other one is taken away.
 */
class RecordedEndingTest {
  private static final Path RECORDED = Path.of("src/test/resources/d1");
  private static final ObjectMapper JSON = new ObjectMapper();

  record Event(String type, Pod pod) {}

  @TestFactory
  Stream<DynamicTest> everyRecordedLifeEndsAsItsNameSays() throws IOException {
    return recordings().map(file -> DynamicTest.dynamicTest(file.toString(), () -> replay(file)));
  }

  private static Stream<Path> recordings() throws IOException {
    if (!Files.isDirectory(RECORDED)) {
      return Stream.empty();
    }
    try (var files = Files.list(RECORDED)) {
      return files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList().stream();
    }
  }

  private static void replay(Path file) throws IOException {
    var finishes = file.getFileName().toString().startsWith("finish");
    var policy = file.getFileName().toString().replaceAll(".*-|\\.jsonl$", "");
    for (var life : lives(file)) {
      assertThat(life.getFirst().pod().getSpec().getRestartPolicy()).isEqualTo(policy);
      var seen = Seen.NOTHING;
      var finished = false;
      for (var event : life) {
        finished |= Ending.of(event.pod(), Seen.NOTHING) instanceof Ending.Finished;
        seen = seen.and(event.pod());
      }
      var last = life.getLast();
      assertThat(finished).as("finished at some point").isEqualTo(finishes);
      assertThat(isOver(last, seen, finishes)).as("last state").isTrue();
    }
  }

  /** A watch may end with the object still leaving: then its removal is the end. */
  private static boolean isOver(Event last, Seen seen, boolean finishes) {
    return switch (Ending.of(last.pod(), seen)) {
      case Ending.Alive alive -> last.type().equals("DELETED") && !finishes;
      case Ending.Leaving leaving -> last.type().equals("DELETED") && !finishes;
      case Ending.Finished finished -> finishes;
      case Ending.Taken taken -> !finishes && Loss.RECREATE.recreates(last.pod());
    };
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
