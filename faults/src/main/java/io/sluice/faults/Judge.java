package io.sluice.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The invariants; each names itself in what it finds. */
record Judge(Duration agreeWithin) {

  /** What held after one fault, as far as it does not belong to a single pod. */
  record Aftermath(
      boolean shownReadyWhileAway, Optional<Duration> agreed, List<String> leftBehind) {}

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
    return found;
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
