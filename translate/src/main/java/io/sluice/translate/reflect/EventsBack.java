package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.EventSource;
import io.fabric8.kubernetes.api.model.EventSourceBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.sluice.api.offloading.Offloading;
import io.sluice.api.offloading.ReflectionType;
import io.sluice.translate.pod.twin.RootCa;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Events, which come home (§3.12): what the provider says about a twin is said about the local
 * object. Created once, gone with the remote one.
 *
 * @param warningsOnly leave out what only says that all is well
 */
public record EventsBack(ReflectionType type, boolean warningsOnly) {
  private static final String REMOTE = " (remote)";
  private static final String SHADOW_POD = "ShadowPod";
  private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(10);

  /** Kinds whose events come home, by the group of their API. */
  private static final Map<String, String> KINDS =
      Map.of(
          "ConfigMap",
          "",
          "Secret",
          "",
          "Service",
          "",
          "PersistentVolumeClaim",
          "",
          "Pod",
          "",
          "EndpointSlice",
          "discovery.k8s.io",
          "Ingress",
          "networking.k8s.io",
          SHADOW_POD,
          Offloading.GROUP,
          "ReplicaSet",
          "apps",
          "Job",
          "batch");

  /** What stands for a pod: what is said of it is said of the pod (App. B). */
  private static final Set<String> TWINS_OF_PODS = Set.of(SHADOW_POD, "ReplicaSet", "Job");

  /** The local object that an event is about. */
  public record About(String kind, String name) {}

  public sealed interface Plan {
    record Nothing(String why) implements Plan {}

    record Create(Event event) implements Plan {}

    record Delete(Event event) implements Plan {}
  }

  /** What the event is about at home; empty when it is not about a twin. */
  public Optional<About> about(Event remote, Border border) {
    ObjectReference object = remote.getInvolvedObject();
    if (object == null || object.getKind() == null || object.getName() == null) {
      return Optional.empty();
    }
    String group = KINDS.get(object.getKind());
    if (group == null || !group.equals(group(object.getApiVersion()))) {
      return Optional.empty();
    }
    boolean rootCa =
        object.getKind().equals("ConfigMap")
            && object.getName().equals(RootCa.remoteName(border.origin()));
    String kind = TWINS_OF_PODS.contains(object.getKind()) ? "Pod" : object.getKind();
    return Optional.of(new About(kind, rootCa ? RootCa.LOCAL : object.getName()));
  }

  /**
   * @param remote the event of the provider; null when it is gone
   * @param local the event of that name at home; null when there is none
   * @param uid of the local object that it is about; null when that does not exist
   */
  public Plan plan(
      @Nullable Event remote, @Nullable Event local, @Nullable String uid, Border border) {
    if (local != null && !TwinMeta.isOurs(local, border)) {
      return new Plan.Nothing("an event of the home cluster has its name");
    }
    if (local != null) {
      return remote == null ? new Plan.Delete(local) : new Plan.Nothing("it is there");
    }
    if (remote == null) {
      return new Plan.Nothing("there is nothing");
    }
    if (warningsOnly && !"Warning".equals(remote.getType())) {
      return new Plan.Nothing("it is no warning");
    }
    Optional<String> kept = Policy.keeps(type, remote);
    if (kept.isPresent()) {
      return new Plan.Nothing(kept.get());
    }
    Optional<About> about = about(remote, border);
    return about.isEmpty() || uid == null
        ? new Plan.Nothing("it is about nothing at home")
        : new Plan.Create(local(remote, about.get(), uid, border));
  }

  /**
   * Whether the event is about an earlier object of the same name. Clocks of clusters differ a
   * little, so a few seconds count for the later one.
   */
  public static boolean isOlder(Event remote, HasMetadata local) {
    Optional<Instant> said = said(remote);
    Optional<Instant> born = instant(local.getMetadata().getCreationTimestamp());
    return said.isPresent()
        && born.isPresent()
        && said.get().isBefore(born.get().minus(CLOCKS_DIFFER));
  }

  private static Optional<Instant> said(Event event) {
    return instant(event.getLastTimestamp())
        .or(
            () ->
                event.getEventTime() == null
                    ? Optional.empty()
                    : instant(event.getEventTime().getTime()))
        .or(() -> instant(event.getMetadata().getCreationTimestamp()));
  }

  private static Optional<Instant> instant(@Nullable String text) {
    try {
      return Optional.ofNullable(text).map(Instant::parse);
    } catch (DateTimeParseException unreadable) {
      return Optional.empty();
    }
  }

  private static Event local(Event remote, About about, String uid, Border border) {
    boolean ofTwin = TWINS_OF_PODS.contains(remote.getInvolvedObject().getKind());
    return new EventBuilder(remote)
        .withNewMetadata()
        .withName(remote.getMetadata().getName())
        .withNamespace(border.namespace())
        .withLabels(TwinMeta.ownership(border))
        .endMetadata()
        .editInvolvedObject()
        .withApiVersion(ofTwin ? "v1" : remote.getInvolvedObject().getApiVersion())
        .withKind(about.kind())
        .withName(about.name())
        .withNamespace(border.namespace())
        .withUid(uid)
        .withResourceVersion(null)
        .endInvolvedObject()
        .withRelated(null)
        .withSource(source(remote.getSource()))
        .build();
  }

  private static EventSource source(@Nullable EventSource source) {
    String component = source == null || source.getComponent() == null ? "" : source.getComponent();
    return new EventSourceBuilder(source == null ? new EventSource() : source)
        .withComponent((component + REMOTE).strip())
        .build();
  }

  private static String group(@Nullable String apiVersion) {
    int slash = apiVersion == null ? -1 : apiVersion.indexOf('/');
    return apiVersion == null || slash < 0 ? "" : apiVersion.substring(0, slash);
  }
}
