package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Whether an object leaves the cluster, or would if its namespace were extended; for people who
 * want to know before it does (D-19).
 *
 * @param twin its name over there; empty when it stays
 * @param why it stays; empty when it leaves
 */
public record Leaving(String kind, String name, String twin, String why) {

  /** Every object of a kind in one namespace, by name. */
  public static <L extends HasMetadata, R extends HasMetadata> List<Leaving> of(
      Reflection<L, R> rule, Collection<L> locals, Border border) {
    return locals.stream()
        .map(local -> of(rule, local, border))
        .sorted(Comparator.comparing(Leaving::name))
        .toList();
  }

  public boolean leaves() {
    return !twin.isEmpty();
  }

  private static <L extends HasMetadata, R extends HasMetadata> Leaving of(
      Reflection<L, R> rule, L local, Border border) {
    String kind = local.getKind();
    String name = local.getMetadata().getName();
    return switch (rule.wish(local, border)) {
      case Wish.Wanted<R> _ -> new Leaving(kind, name, rule.remoteName(name, border), "");
      case Wish.Unwanted<R>(var why, _) -> new Leaving(kind, name, "", why);
      case Wish.Leave<R>(var why) -> new Leaving(kind, name, "", why);
      case Wish.Unready<R>(var why) -> new Leaving(kind, name, "", why);
      case Wish.Refused<R>(var why) -> new Leaving(kind, name, "", why);
    };
  }
}
