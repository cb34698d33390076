package io.sluice.manager.provider.metrics;

import io.fabric8.kubernetes.api.model.APIService;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.api.vocab.Names;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.pki.IssuedCertificate.Validity;
import io.sluice.engine.pki.Keys;
import io.sluice.engine.pki.SelfSigned;
import io.sluice.engine.pki.ServingKey;
import io.sluice.engine.pki.ServingNames;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.translate.metrics.MetricsApiObjects;
import io.sluice.translate.tenant.Subject;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code metrics.liqo.io} while this manager leads, and tells the API server where.
 *
 * <p>An API whose server does not answer is no small matter: namespaces are not deleted while one
 * is missing. So it is announced last, and taken back first.
 */
public final class MetricsApi implements Controller {
  private static final Logger LOG = LoggerFactory.getLogger(MetricsApi.class);
  private static final String KEY = "announcement";
  private static final Duration SOON = Duration.ofMillis(200);
  private static final Duration LATER = Duration.ofMinutes(5);
  private static final Duration LIFE = Duration.ofDays(90);
  private static final Duration BACKDATED = Duration.ofMinutes(5);

  private final Api api;
  private final MetricsApiObjects objects;
  private final Supplier<Optional<String>> address;
  private final Clock clock;
  private final ServingKey key = new ServingKey();
  private final Feed<APIService> announcement;
  private final FrontProxy proxy;
  private final TenantPods pods;
  private final MetricsPort port;
  private final Loop<String> loop =
      new Loop<>("metrics-api", _ -> announce(), Failures.logged("metrics-api"));
  private volatile int number;
  private String certificate = ""; // only the loop's one worker touches these
  private Instant renewal = Instant.MIN;
  private String where = "";

  /**
   * @param namespace of Sluice
   * @param pods who is told of them by others
   * @param address under which the API server reaches this process
   */
  public MetricsApi(
      Api api, String namespace, TenantPods pods, Supplier<Optional<String>> address, Clock clock) {
    this.api = api;
    this.objects = new MetricsApiObjects(namespace);
    this.address = address;
    this.clock = clock;
    this.announcement =
        new Feed<>(
            api,
            Kind.of(APIService.class),
            Scope.fields("metadata.name=" + Names.METRICS_API),
            (_, _) -> loop.queue().add(KEY));
    this.proxy = new FrontProxy(api, clock);
    this.pods = pods;
    this.port = new MetricsPort(key.context(), new MetricsDoor(proxy, pods, new Scraper(api)));
  }

  @Override
  public void start() {
    announcement.start();
    proxy.start();
    pods.start();
    try {
      number = port.start();
    } catch (Exception e) {
      LOG.atError().addKeyValue("why", e.getMessage()).log("metrics cannot be served");
      return;
    }
    loop.start(1);
    loop.queue().add(KEY);
  }

  private Next announce() throws GeneralSecurityException, IOException {
    String here = address.get().map(it -> it + " " + number).orElse(where);
    if (here.isEmpty()) {
      LOG.info("the API server has no way to this process, so it is not told of metrics");
      return Next.again(LATER);
    }
    if (!pods.isKnown() || !announcement.synced()) {
      return Next.again(SOON);
    }
    renew();
    if (!here.equals(where)) {
      apply(objects.service());
      apply(objects.endpoints(here.substring(0, here.indexOf(' ')), number));
      where = here;
    }
    ensure(objects.api(certificate));
    return Next.again(LATER);
  }

  private void ensure(APIService wanted) {
    if (announced().filter(there -> isSame(there, wanted)).isEmpty()) {
      announcement.seen(apply(wanted));
    }
  }

  private Optional<APIService> announced() {
    return announcement.get(Ref.cluster(Names.METRICS_API));
  }

  private static boolean isSame(APIService one, APIService other) {
    return Objects.equals(one.getSpec().getCaBundle(), other.getSpec().getCaBundle())
        && Objects.equals(one.getSpec().getService(), other.getSpec().getService());
  }

  /** A new certificate is believed before it is shown, and the one before for as long. */
  private void renew() throws GeneralSecurityException, IOException {
    Instant now = clock.instant();
    if (now.isBefore(renewal)) {
      return;
    }
    KeyPair pair = Keys.generate();
    String fresh =
        SelfSigned.create(
            pair,
            Subject.of(objects.serverName(), Names.MANAGER),
            new ServingNames(List.of(objects.serverName()), List.of()),
            new Validity(now.minus(BACKDATED), now.plus(LIFE)));
    if (!certificate.isEmpty()) {
      ensure(objects.api(certificate + fresh));
    }
    key.use(fresh, Keys.pem(pair.getPrivate()));
    certificate = fresh;
    renewal = now.plus(LIFE.multipliedBy(2).dividedBy(3));
  }

  @SuppressWarnings("unchecked")
  private <T extends HasMetadata> T apply(T object) {
    Kind<T> kind = (Kind<T>) Kind.of(object.getClass());
    return api.patch(kind, Ref.of(object), Patch.apply(object, Names.FIELD_MANAGER));
  }

  @Override
  public void close() {
    loop.close();
    withdraw();
    port.close();
    announcement.close();
    pods.close();
    proxy.close();
  }

  /** Only what this process announced: another may lead by now. */
  private void withdraw() {
    try {
      announced()
          .filter(there -> isSame(there, objects.api(certificate)))
          .ifPresent(
              there -> announcement.delete(Ref.of(there), there.getMetadata().getUid(), null));
    } catch (ApiFailure failure) {
      LOG.atWarn().addKeyValue("why", failure.getMessage()).log("the metrics API stays announced");
    }
  }
}
