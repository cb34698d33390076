package io.sluice.kubelet.reflect;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.api.offloading.OffloadingPatch;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.lead.Elector;
import io.sluice.engine.time.WallClock;
import io.sluice.kubelet.KubeletOptions;
import io.sluice.kubelet.border.Addresses;
import io.sluice.kubelet.border.Extension;
import io.sluice.kubelet.border.Extensions;
import io.sluice.kubelet.border.Offloadings;
import io.sluice.translate.reflect.Border;
import io.sluice.translate.reflect.EventsBack;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Everything that a virtual node reflects. Of several virtual nodes of one provider only the holder
 * of a shared lease does it, the others follow nothing (REF-4).
 */
public final class Reflections implements Extensions.Listener, AutoCloseable {
  private final KubeletOptions options;
  private final Known known;
  private final ReflectionOptions how;
  private final Elector elector;
  private final Catalogue catalogue;
  private final RemoteEvents events;
  private final Tokens tokens;
  private final Set<Extension> extensions = new HashSet<>(); // guarded by this
  private boolean leading; // guarded by this

  /**
   * What the rest of the process knows.
   *
   * @param patch what the VirtualNode keeps at home; empty until that is known
   */
  public record Known(
      Supplier<Optional<OffloadingPatch>> patch,
      Addresses addresses,
      Offloadings offloadings,
      PodsAtHome pods) {}

  public Reflections(Api home, Api away, KubeletOptions options, Known known) {
    this.options = options;
    this.known = known;
    this.how = options.reflection();
    this.elector =
        new Elector(
            home,
            new Ref(options.peer().tenantNamespace(), Names.REFLECTION_LEASE),
            // Only the leading kubelet of a node comes here, so who follows a killed one is the
            // same
            // to others and need not wait for this lease too.
            options.nodeName(),
            Elector.Timing.DEFAULT,
            new OnLease());
    Stage stage =
        new Stage(
            home,
            away,
            new Events(home, "sluice-kubelet", options.nodeName(), WallClock.ours()),
            this::border,
            elector::leads,
            options.peer().provider(),
            options.nodeName());
    this.catalogue = new Catalogue(stage, how, known.addresses(), known.offloadings());
    this.events =
        new RemoteEvents(
            stage,
            new EventsBack(how.type(ReflectionOptions.EVENT), !how.allEvents()),
            this::find,
            known.pods()::nameAtHome);
    catalogue.onTwins(events::wake);
    known.pods().listen(ref -> events.wake(ref.namespace()));
    this.tokens = new Tokens(stage, known.pods(), options.nodeName(), WallClock.ours());
  }

  /** Events of pods come home through their own virtual node, others through the leader. */
  private Optional<? extends HasMetadata> find(String kind, Ref ref) {
    return kind.equals("Pod") ? known.pods().get(ref) : catalogue.find(kind, ref);
  }

  public void start() {
    catalogue.start();
    events.start(how.workers(ReflectionOptions.EVENT));
    tokens.start(how.workers(ReflectionOptions.SERVICE_ACCOUNT));
    elector.start();
  }

  private Optional<Border> border(Extension extension) {
    return known
        .patch()
        .get()
        .map(
            kept ->
                new Border(
                    options.peer().consumer(),
                    options.peer().provider(),
                    extension.local(),
                    extension.twin(),
                    new Border.Withheld(
                        Set.copyOf(kept.labelsNotReflected()),
                        Set.copyOf(kept.annotationsNotReflected()))));
  }

  @Override
  public synchronized void started(Extension extension) {
    extensions.add(extension);
    if (how.workers(ReflectionOptions.EVENT) > 0) {
      events.open(extension);
      if (!known.pods().in(extension.local()).isEmpty()) {
        events.wake(extension.local());
      }
    }
    if (how.homeApi().isPresent()) {
      tokens.open(extension);
    }
    if (leading) {
      catalogue.open(extension);
    }
  }

  @Override
  public synchronized void stopped(Extension extension) {
    extensions.remove(extension);
    catalogue.close(extension.local());
    events.close(extension.local());
    tokens.close(extension.local());
  }

  @Override
  public void known() {}

  private final class OnLease implements Elector.Callbacks {
    @Override
    public void started(int epoch) {
      lead(true);
    }

    @Override
    public void stopped() {
      lead(false);
    }
  }

  private synchronized void lead(boolean now) {
    leading = now;
    for (Extension extension : extensions) {
      if (now) {
        catalogue.open(extension);
      } else {
        catalogue.close(extension.local());
      }
    }
  }

  @Override
  public void close() {
    elector.close();
    catalogue.close();
    events.close();
    tokens.close();
  }
}
