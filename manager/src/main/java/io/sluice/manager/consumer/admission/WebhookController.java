package io.sluice.manager.consumer.admission;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.guard.Keeper;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.consumer.ConsumerFeeds;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Pod admission by webhooks, for API servers without MutatingAdmissionPolicy (§5.5). The leader
 * writes its own address and certificate into the configuration, so whoever leads is asked, and a
 * certificate that grows old is replaced together with the port that shows it.
 */
public final class WebhookController implements Controller {
  private static final String KEY = "webhooks";
  private static final Duration SOON = Duration.ofMillis(50);

  /** API servers learn of a new configuration within a moment. */
  private static final Duration OLD_DOOR = Duration.ofSeconds(30);

  /** How long certificates live. */
  public static final Duration LIFE = Duration.ofDays(7);

  private final PodPolicies policies;
  private final ConsumerFeeds feeds;
  private final PodReviews reviews;
  private final String address;
  private final Clock clock;
  private final Loop<String> loop;
  private final Feed<MutatingWebhookConfiguration> configurations;
  private final Keeper<MutatingWebhookConfiguration> keeper;
  private @Nullable WebhookDoor door; // only the loop's one worker touches these, and close
  private @Nullable WebhookDoor old;
  private volatile boolean tired;

  /**
   * @param address under which API servers reach this process
   */
  public WebhookController(
      Api api, PodPolicies policies, ConsumerFeeds feeds, String address, Clock clock) {
    this.policies = policies;
    this.feeds = feeds;
    this.reviews = new PodReviews(feeds, policies.runtimeClass());
    this.address = address;
    this.clock = clock;
    this.loop = new Loop<>("admission-webhooks", _ -> reconcile(), Failures.logged("webhooks"));
    this.configurations =
        new Feed<>(
            api,
            Kind.of(MutatingWebhookConfiguration.class),
            Scope.ALL.labels(Labels.APP_MANAGED_BY + "=" + Labels.APP_MANAGED_BY_SLUICE),
            (_, _) -> loop.queue().add(KEY));
    this.keeper = new Keeper<>(api, configurations, Names.FIELD_MANAGER);
    feeds.listen(this::changed);
  }

  private void changed(ConsumerFeeds.Topic topic, Ref ref) {
    switch (topic) {
      case RULE, SYNCED -> loop.queue().add(KEY);
      case NAMESPACE, OFFLOADING, MAP, VIRTUAL_NODE, NODE, FOREIGN_CLUSTER -> {}
    }
  }

  @Override
  public void start() {
    configurations.start();
    loop.start(1);
    loop.queue().add(KEY);
  }

  /** Replaces certificate and port now, as if the certificate had grown old. */
  void replaceCertificate() {
    tired = true;
    loop.queue().add(KEY);
  }

  private Next reconcile() {
    if (!configurations.synced() || !feeds.synced()) {
      return Next.again(SOON);
    }
    WebhookDoor open = doorOfTheMoment();
    keeper.keep(open.webhooks().of(policies.all(feeds.rules().all())));
    return Next.again(old == null ? Duration.between(clock.instant(), open.due()) : OLD_DOOR);
  }

  private WebhookDoor doorOfTheMoment() {
    WebhookDoor known = door;
    boolean due = known == null || tired || !clock.instant().isBefore(known.due());
    if (known != null && !due) {
      closeOld();
      return known;
    }
    tired = false;
    closeOld();
    old = known;
    WebhookDoor fresh = WebhookDoor.open(reviews, address, clock.instant(), LIFE);
    door = fresh;
    return fresh;
  }

  private void closeOld() {
    WebhookDoor left = old;
    if (left != null) {
      left.close();
      old = null;
    }
  }

  @Override
  public void close() {
    configurations.close();
    loop.close();
    closeOld();
    WebhookDoor last = door;
    if (last != null) {
      last.close();
    }
  }
}
