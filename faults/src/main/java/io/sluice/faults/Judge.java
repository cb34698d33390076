package io.sluice.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The invariants; each names itself in what it finds. */
record Judge(Duration agreeWithin) {

  /** What held after one fault, as far as it does not belong to a single pod. */
  record Aftermath(
      boolean shownReadyWhileAway,
      Optional<Duration> agreed,
      List<String> leftBehind,
      Evidence evidence) {}

  /**
   * What was seen beside the pods.
   *
   * @param unexplained pods that wait and do not say why
   * @param promised thousandths of a processor that the provider has promised
   * @param pool thousandths of a processor that it has
   * @param authors replicas of the provider's manager, as their writes follow each other
   * @param grown processes that hold more than before
   * @param others what there is beside pods
   */
  record Evidence(
      List<String> unexplained,
      long promised,
      long pool,
      List<String> authors,
      List<String> grown,
      Others others) {
    static final Evidence NONE =
        new Evidence(List.of(), 0, 0, List.of(), List.of(), Others.UNTOUCHED);

    Evidence {
      unexplained = List.copyOf(unexplained);
      authors = List.copyOf(authors);
      grown = List.copyOf(grown);
    }
  }

  /**
   * What became of the rest of the workload.
   *
   * @param word what the provider's copy of the ConfigMap says
   * @param jobRuns how often the Job's pod was created in the provider
   * @param replaced pods of the Deployment and the StatefulSet that are others now
   * @param writes after the fault's end, by object of which one change was due
   */
  record Others(String word, int jobRuns, List<String> replaced, Map<String, Integer> writes) {
    static final Others UNTOUCHED = new Others(Belongings.AFTER, 1, List.of(), Map.of());

    Others {
      replaced = List.copyOf(replaced);
      writes = Map.copyOf(writes);
    }
  }

  List<String> violations(Schedule.Step step, List<Story> stories, Aftermath aftermath) {
    List<String> found = new ArrayList<>();
    stories.forEach(story -> found.addAll(of(step, story)));
    if (aftermath.shownReadyWhileAway()) {
      found.add("(f) shown ready although the provider was away for " + step.length());
    }
    if (aftermath.agreed().isEmpty()) {
      found.add("(g) the two sides never agreed again");
    } else if (aftermath.agreed().get().compareTo(agreeWithin) > 0) {
      found.add("(g) the two sides agreed only after " + aftermath.agreed().get());
    }
    aftermath.leftBehind().forEach(object -> found.add("(h) left behind: " + object));
    found.addAll(of(aftermath.evidence()));
    found.addAll(of(step, aftermath.evidence().others()));
    return found;
  }

  private static List<String> of(Evidence evidence) {
    List<String> found = new ArrayList<>();
    if (evidence.promised() > evidence.pool()) {
      found.add("(d) %d m promised of %d m".formatted(evidence.promised(), evidence.pool()));
    }
    evidence.unexplained().forEach(pod -> found.add("(e) %s waits without a word".formatted(pod)));
    evidence.grown().forEach(process -> found.add("(i) " + process));
    if (changes(evidence.authors()) > 2) {
      found.add("(k) two leaders wrote in turns: " + evidence.authors());
    }
    return found;
  }

  private static List<String> of(Schedule.Step step, Others others) {
    boolean loss = step.fault().effect == Fault.Effect.LOSS;
    List<String> found = new ArrayList<>();
    others.replaced().forEach(pod -> found.add("(a) %s was replaced or lost".formatted(pod)));
    if (others.jobRuns() < 1 || (others.jobRuns() > 1 && !loss)) {
      found.add("(b) the pod of the Job ran %d times".formatted(others.jobRuns()));
    }
    if (!others.word().equals(Belongings.AFTER)) {
      found.add("(c) the ConfigMap says '%s' in the provider".formatted(others.word()));
    }
    others
        .writes()
        .forEach(
            (object, times) -> {
              if (times > 1 && step.fault().effect == Fault.Effect.UNREACHABLE) {
                found.add("(g) %s was written %d times after the end".formatted(object, times));
              }
            });
    return found;
  }

  /** There and back again is a change of leaders; more is two at a time. */
  private static int changes(List<String> authors) {
    int changes = 0;
    for (int i = 1; i < authors.size(); i++) {
      changes += authors.get(i).equals(authors.get(i - 1)) ? 0 : 1;
    }
    return changes;
  }

  private static List<String> of(Schedule.Step step, Story story) {
    boolean loss = step.fault().effect == Fault.Effect.LOSS;
    return switch (story.phase()) {
      case CREATE -> created(story, loss);
      case RUN -> ran(story, loss);
      case FINISH -> finished(step, story);
      case DELETE -> deleted(story);
    };
  }

  private static List<String> created(Story story, boolean loss) {
    int times = story.creations().size();
    if (times == 0) {
      return List.of("(a) %s never came to run".formatted(story.name()));
    }
    return times == 1 || loss ? List.of() : List.of(twice(story));
  }

  private static List<String> ran(Story story, boolean loss) {
    List<String> found = new ArrayList<>();
    if (!Objects.equals(story.localUid().before(), story.localUid().after())) {
      found.add("(a) %s disappeared at home".formatted(story.name()));
    }
    if (story.after() == null) {
      found.add("(a) %s disappeared from the provider".formatted(story.name()));
    } else if (!loss && !story.after().equals(story.before())) {
      found.add("(a) %s was replaced without a loss".formatted(story.name()));
    }
    if (!loss && story.creations().size() != 1) {
      found.add(twice(story));
    }
    return found;
  }

  private static List<String> finished(Schedule.Step step, Story story) {
    List<String> found = new ArrayList<>();
    if (ranAgain(story)) {
      found.add("(b) %s ran again after it had finished".formatted(story.name()));
    }
    if (!Objects.equals(story.exitCode(), step.exitCode())) {
      found.add(
          "(c) %s ended with %d, shown is %s"
              .formatted(story.name(), step.exitCode(), story.exitCode()));
    }
    return found;
  }

  private static List<String> deleted(Story story) {
    return ranAgain(story)
        ? List.of("(b) %s came back after it was deleted".formatted(story.name()))
        : List.of();
  }

  private static boolean ranAgain(Story story) {
    return story.ended() != null
        && story.creations().stream().anyMatch(at -> at.isAfter(story.ended()));
  }

  private static String twice(Story story) {
    return "(a) %s was created %d times".formatted(story.name(), story.creations().size());
  }
}
