package io.sluice.cli.explain;

import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Condition;
import java.util.Optional;

/** The next thing to do about the link where a pod's way ends. */
final class Advice {
  private Advice() {}

  static String of(Evidence seen, Link last) {
    String namespace = seen.local().getMetadata().getNamespace();
    return switch (last.state()) {
      case DONE -> "nothing: the pod is where it should be";
      case UNKNOWN -> "see whether the provider answers: sluice status";
      case WAITING -> waiting(seen, last);
      case FAILED ->
          switch (last.name()) {
            case "Scheduled" -> unscheduled(last, namespace);
            case "RemoteScheduled" ->
                "the provider has no node for it: ask for less, or talk to the provider";
            case "RemoteCreated" -> refused(seen);
            case "Running" ->
                "look at its log: kubectl logs -n %s %s"
                    .formatted(namespace, seen.local().getMetadata().getName());
            default -> "look at its events: kubectl describe pod -n " + namespace;
          };
    };
  }

  private static String unscheduled(Link last, String namespace) {
    return last.detail().contains(Names.TAINT_NOT_ALLOWED)
        ? "if it may run in another cluster: sluice offload namespace " + namespace
        : "make room for it, or look at what it asks of nodes";
  }

  private static String waiting(Evidence seen, Link last) {
    String reason = String.valueOf(seen.local().getStatus().getReason());
    if (reason.equals(Reasons.OFFLOADING_BACK_OFF)) {
      return "its namespace has no twin: sluice offload namespace "
          + seen.local().getMetadata().getNamespace();
    }
    return last.name().equals("RemoteCreated")
        ? "wait; if it stays so, see whether the manager of %s runs".formatted(seen.provider())
        : "wait; if it stays so, look at the virtual node: sluice status";
  }

  private static String refused(Evidence seen) {
    Optional<String> reason = seen.shadow().flatMap(Chain::refusal).map(Condition::reason);
    return switch (reason.orElse("")) {
      case Reasons.QUOTA_EXCEEDED ->
          "it starts by itself when something else ends; or borrow more: sluice peer --cpu ...";
      case Reasons.EXCEEDS_QUOTA -> "it never fits: ask for less, or borrow more";
      case Reasons.QUOTA_CORDONED, Reasons.TENANT_CORDONED ->
          "the provider takes nothing new: talk to it, or use another one";
      case Reasons.REFUSED_BY_POLICY -> "change what the message names, or talk to the provider";
      default -> "mend what the message says; it is tried again when the pod changes";
    };
  }
}
