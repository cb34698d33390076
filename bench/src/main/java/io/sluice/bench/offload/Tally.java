package io.sluice.bench.offload;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditEvent;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.audit.Requests;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The requests that offloaded pods took, by the audit logs of both clusters, and the writes that
 * were persisted, by watches. Opened before the pods are made, read after they are gone.
 */
public final class Tally implements AutoCloseable {
  /** The end that is made up before the final DELETE is outside the budget (T-3, D-5a). */
  private static final String MADE_UP_END = "sluice-terminal";

  /** From here on the local pod may say why it waits, with one more PATCH (D-5). */
  private static final Duration PATIENCE = Duration.ofMillis(1900);

  private static final Set<String> OURS = Set.of(Site.KUBELET, Site.CONSUMER, Site.MANAGER);
  private static final int CONFLICT = 409;

  private final Site site;
  private final AuditLog.Mark atHome;
  private final AuditLog.Mark atAway;
  private final Followed homePods;
  private final Followed awayPods;
  private final Followed shadows;

  public Tally(Site site) {
    this.site = site;
    this.homePods = Followed.pods(site.home, Site.EXTENDED);
    this.awayPods = Followed.pods(site.away, Site.EXTENDED);
    this.shadows = Followed.shadows(site.away, Site.EXTENDED);
    this.atHome = site.home.audit().mark();
    this.atAway = site.away.audit().mark();
  }

  /** How many of the pods were seen running at home. */
  public int running() {
    return homePods.running();
  }

  /** Whether nothing is left of any of them. */
  public boolean gone() {
    return homePods.present() == 0 && awayPods.present() == 0 && shadows.present() == 0;
  }

  /**
   * What one pod cost, on average over all of them.
   *
   * @param noops writes at home that changed nothing; away we only create and delete, and whoever
   *     does more there overruns the other gates
   * @param slow pods that waited so long that they may have said why; one PATCH each is left out
   */
  public record PerPod(
      double kubeletLocal,
      double kubeletRemote,
      double managerProvider,
      double gets,
      double noops,
      double conflicts,
      double webhooks,
      double persistedWrites,
      double slow) {}

  public PerPod perPod(int pods) {
    Requests home = site.home.audit().since(atHome).in(Site.EXTENDED);
    Requests away = site.away.audit().since(atAway).in(Site.EXTENDED);
    Requests homeWrites = home.by(Site.KUBELET).where(Tally::counts).writes();
    int surcharge = surcharges(home);
    double n = pods;
    return new PerPod(
        (homeWrites.count() - surcharge) / n,
        away.by(Site.CONSUMER).where(Tally::counts).writes().count() / n,
        // At most: garbage collection is the backstop and may be first to delete a pod.
        away.by(Site.MANAGER).where(Tally::counts).writes().count() / n,
        (ours(home).verb("get").count() + ours(away).verb("get").count()) / n,
        (done(home).count() - homePods.events()) / n,
        (conflicts(home) + conflicts(away)) / n,
        webhooks() / n,
        (homePods.events() + awayPods.events() + shadows.events()) / n,
        surcharge / n);
  }

  private static Requests ours(Requests requests) {
    return requests.where(event -> OURS.contains(event.user())).where(Tally::isWorkload);
  }

  private static boolean counts(AuditEvent event) {
    return isWorkload(event) && !event.target().uri().contains(MADE_UP_END);
  }

  private static boolean isWorkload(AuditEvent event) {
    return event.target().resource().equals("pods")
        || event.target().resource().equals("shadowpods");
  }

  /** Writes on pods and ShadowPods that the server says it has done, whoever sent them. */
  private static Requests done(Requests requests) {
    return requests
        .writes()
        .where(Tally::isWorkload)
        .where(event -> event.code() >= 200 && event.code() < 300);
  }

  private static long conflicts(Requests requests) {
    return ours(requests).stream().filter(event -> event.code() == CONFLICT).count();
  }

  /** Webhooks that anything here would go through. */
  private int webhooks() {
    int count = 0;
    for (Cluster cluster : new Cluster[] {site.home, site.away}) {
      for (String kind :
          new String[] {"validatingwebhookconfigurations", "mutatingwebhookconfigurations"}) {
        count +=
            cluster
                .api()
                .get("/apis/admissionregistration.k8s.io/v1/" + kind)
                .body()
                .path("items")
                .size();
      }
    }
    return count;
  }

  /** Second patches of pods that took longer than anybody waits without wondering (D-5). */
  private static int surcharges(Requests home) {
    Map<String, Instant> bound = new HashMap<>();
    home.resource("pods/binding")
        .forEach(event -> bound.put(event.name(), event.outcome().received()));
    Map<String, Integer> patches = new HashMap<>();
    Map<String, Instant> first = new HashMap<>();
    home.by(Site.KUBELET)
        .resource("pods/status")
        .where(Tally::counts)
        .forEach(
            event -> {
              patches.merge(event.name(), 1, Integer::sum);
              first.merge(event.name(), event.outcome().received(), Tally::earlier);
            });
    return patches.entrySet().stream()
        .filter(entry -> entry.getValue() == 2)
        .filter(entry -> waited(bound.get(entry.getKey()), first.get(entry.getKey())))
        .mapToInt(_ -> 1)
        .sum();
  }

  /** What was sent for pods that took more than one status PATCH, for the message of a gate. */
  public String story() {
    Requests home = site.home.audit().since(atHome).in(Site.EXTENDED);
    StringBuilder story = new StringBuilder();
    home.by(Site.KUBELET).resource("pods/status").stream()
        .map(AuditEvent::name)
        .distinct()
        .filter(name -> home.named(name).by(Site.KUBELET).where(Tally::counts).writes().count() > 2)
        .forEach(
            name -> {
              story.append(name).append('\n');
              for (AuditEvent event : home.named(name).writes()) {
                story.append(
                    "  %s %s %s %s %d%n"
                        .formatted(
                            event.outcome().received(),
                            event.user(),
                            event.verb(),
                            event.resource(),
                            event.code()));
              }
            });
    Requests away = site.away.audit().since(atAway).in(Site.EXTENDED);
    story.append(homePods.events()).append(" events at home for\n").append(done(home).table());
    story.append('\n').append(awayPods.events() + shadows.events());
    return story.append(" events away for\n").append(done(away).table()).toString();
  }

  private static boolean waited(@Nullable Instant from, @Nullable Instant to) {
    return from != null && to != null && Duration.between(from, to).compareTo(PATIENCE) >= 0;
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  @Override
  public void close() {
    homePods.close();
    awayPods.close();
    shadows.close();
  }
}
