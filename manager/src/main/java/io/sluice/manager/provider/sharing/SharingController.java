package io.sluice.manager.provider.sharing;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.IngressClass;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.policy.TenantPolicy;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.metrics.Measured;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.provider.sharing.plugin.ResourcePlugin;
import io.sluice.translate.Outcome;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.share.Ledger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lends what is free (D-15). At every change of nodes, pods, slices, tenants, policies or settings:
 *
 * <ol>
 *   <li>decide which slices are lent to (SL-3, SL-4)
 *   <li>divide what is free among their consumers, and each promise among the consumer's slices
 *   <li>write what changed, losses before gains, at most once per 2 s
 * </ol>
 *
 * Everything is derived from live objects; nothing is stored.
 */
public final class SharingController implements Controller {
  private static final Logger LOG = LoggerFactory.getLogger(SharingController.class);
  private static final Kind<ResourceSlice> SLICES = Kind.of(ResourceSlice.class);
  private static final String ALL = "all";

  /** Changes come in bursts; one look at the world serves them together. */
  private static final Duration GATHER = Duration.ofMillis(50);

  private final Api api;
  private final Events events;
  private final Clock clock;
  private final SharingSettings flags;
  private final PodUses uses = new PodUses();
  private final Book book = new Book();
  private final Loop<String> loop =
      new Loop<>("sharing", key -> reconcile(), Failures.logged("sharing"));

  private final Feed<Node> nodes;
  private final Feed<Pod> pods;
  private final Feed<ResourceSlice> slices;
  private final Feed<Tenant> tenants;
  private final Feed<TenantPolicy> policies;
  private final Feed<StorageClass> storageClasses;
  private final Feed<IngressClass> ingressClasses;
  private final Feed<ConfigMap> config;
  private SharingSettings settings;
  private @Nullable ResourcePlugin plugin; // only the loop's one worker touches these
  private String pluginAddress = "";

  public SharingController(
      Api api, Events events, Clock clock, String systemNamespace, SharingSettings flags) {
    this.api = api;
    this.events = events;
    this.clock = clock;
    this.flags = flags;
    this.settings = flags;
    this.nodes = feed(Node.class, Scope.ALL);
    this.pods =
        new Feed<>(
                api,
                Kind.of(Pod.class),
                Scope.fields("status.phase!=Succeeded,status.phase!=Failed"),
                new PodListener())
            .keeping(SharingController::shell);
    this.slices =
        feed(
            ResourceSlice.class, Scope.ALL.labels(Labels.REPLICATED + "=true," + Labels.ORIGIN_ID));
    this.tenants = feed(Tenant.class, Scope.ALL);
    this.policies = feed(TenantPolicy.class, Scope.ALL);
    this.storageClasses = feed(StorageClass.class, Scope.ALL);
    this.ingressClasses = feed(IngressClass.class, Scope.ALL);
    this.config =
        feed(
            ConfigMap.class,
            new Scope(systemNamespace, null, "metadata.name=" + Names.SHARING_SETTINGS));
  }

  private <T extends HasMetadata> Feed<T> feed(Class<T> type, Scope scope) {
    return new Feed<>(api, Kind.of(type), scope, (ref, now) -> look());
  }

  private final class PodListener implements Feed.Listener<Pod> {
    @Override
    public void changed(Ref ref, @Nullable Pod now) {
      if (uses.changed(ref, now)) {
        look();
      }
    }
  }

  /** Demand is computed when a pod is seen; of the object itself only the name is needed. */
  private static Pod shell(Pod pod) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(pod.getMetadata().getNamespace())
        .withName(pod.getMetadata().getName())
        .withUid(pod.getMetadata().getUid())
        .withResourceVersion(pod.getMetadata().getResourceVersion())
        .endMetadata()
        .build();
  }

  private void look() {
    loop.queue().addAfter(ALL, GATHER);
  }

  private List<Feed<?>> feeds() {
    return List.of(nodes, pods, slices, tenants, policies, storageClasses, ingressClasses, config);
  }

  @Override
  public void start() {
    feeds().forEach(Feed::start);
    loop.start(1);
    look();
  }

  private Next reconcile() {
    if (!feeds().stream().allMatch(Feed::synced)) {
      return Next.again(GATHER);
    }
    refreshSettings();
    Lender lender =
        new Lender(
            settings,
            tenants.all(),
            policies.all(),
            new Classes.Known(storageClasses.all(), ingressClasses.all()),
            plugged());
    Lender.Lent lent = lender.lend(slices.all(), nodes.all(), uses.holdings());
    Map<String, Book.Line> lines = new LinkedHashMap<>();
    lent.lines().forEach(line -> lines.put(line.id(), line));
    book.forgetAllBut(lines.keySet());
    Instant now = clock.instant();
    Next next = round(lines, settings.lending().each() ? null : lent.ceiling(), now);
    book.endRound(now);
    tell();
    return next;
  }

  private void tell() {
    Map<List<String>, Double> promised = new HashMap<>();
    for (ResourceSlice slice : slices.all()) {
      if (slice.getStatus() != null) {
        Amounts.ofValid(slice.getStatus().resources())
            .toQuantities()
            .forEach(
                (resource, amount) ->
                    promised.put(
                        List.of(Ref.of(slice).toString(), resource),
                        amount.getNumericalAmount().doubleValue()));
      }
    }
    Measured.PROMISED.replaceAll(promised);
  }

  /** The plugin of the settings of today. */
  private @Nullable Plugged plugged() {
    String address = settings.plugin();
    if (!address.equals(pluginAddress)) {
      if (plugin != null) {
        plugin.close();
      }
      plugin = address.isEmpty() ? null : new ResourcePlugin(address, this::look).start();
      pluginAddress = address;
    }
    ResourcePlugin asked = plugin;
    if (asked == null) {
      return null;
    }
    asked.retain(
        tenants.all().stream()
            .filter(tenant -> tenant.getSpec() != null && tenant.getSpec().clusterID() != null)
            .map(tenant -> String.valueOf(tenant.getSpec().clusterID()))
            .collect(Collectors.toSet()));
    return new Plugged(asked::of);
  }

  /** Writes what is due, losses before gains, until nothing more is. */
  private Next round(Map<String, Book.Line> lines, @Nullable Amounts ceiling, Instant now) {
    while (true) {
      switch (Ledger.next(book.entries(lines.values(), now), ceiling, now)) {
        case Ledger.Step.Rest _ -> {
          return Next.REST;
        }
        case Ledger.Step.Wait(Instant until) -> {
          return Next.again(Duration.between(now, until));
        }
        case Ledger.Step.Write(String id, Amounts amounts) ->
            lines.computeIfPresent(id, (key, line) -> write(line, amounts, now));
      }
    }
  }

  /** Writes one status; the line as it is known afterwards. */
  private Book.Line write(Book.Line line, Amounts amounts, Instant now) {
    ResourceSlice slice = line.slice();
    Map<String, Object> body = line.offer().body(slice, amounts, now);
    try {
      ResourceSlice written =
          api.patch(
              SLICES, Ref.of(slice), Patch.apply(body, Names.FIELD_MANAGER_SHARING).to("status"));
      slices.seen(written);
      book.written(line);
      LOG.atInfo()
          .addKeyValue("slice", Ref.of(slice))
          .addKeyValue("verdict", line.offer().reason())
          .addKeyValue("resources", text(amounts))
          .log("promised");
      warn(line);
      return new Book.Line(written, line.offer(), line.wanted());
    } catch (ApiFailure failure) {
      book.failed(line, now);
      LOG.atWarn()
          .addKeyValue("slice", Ref.of(slice))
          .addKeyValue("why", failure.getMessage())
          .log("promise not written");
      return line;
    }
  }

  private void warn(Book.Line line) {
    if (line.offer().reason().equals(Reasons.NOTHING_TO_LEND)) {
      events.warn(line.slice(), Reasons.NOTHING_TO_LEND, line.offer().message());
    }
  }

  private static String text(Amounts amounts) {
    return amounts.toQuantities().entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }

  /** Settings that can't be read leave the last good ones in force. */
  private void refreshSettings() {
    Optional<ConfigMap> given = config.all().stream().findFirst();
    switch (flags.with(given.map(ConfigMap::getData).orElse(null))) {
      case Outcome.Ok<SharingSettings>(SharingSettings ok) -> settings = ok;
      case Outcome.Failed<SharingSettings>(String why) ->
          given.ifPresent(map -> events.warn(map, Reasons.INVALID_SETTINGS, why));
    }
  }

  @Override
  public void close() {
    loop.close();
    if (plugin != null) {
      plugin.close();
    }
    feeds().forEach(Feed::close);
  }
}
