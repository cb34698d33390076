package io.sluice.manager.consumer.virtualnodes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.offloading.VirtualNode;
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
import io.sluice.manager.consumer.ConsumerFeeds.Topic;
import io.sluice.translate.node.SliceNode;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a VirtualNode of each accepted slice and lets it follow what the provider grants (SL-5).
 * Its end is the slice's: Kubernetes' garbage collection deletes what the slice owns.
 */
public final class SliceController implements Controller {
  private final ConsumerFeeds feeds;
  private final Feed<ResourceSlice> slices;
  private final Feed<Identity> identities;
  private final Keeper<VirtualNode> virtualNodes;
  private final Loop<Ref> loop;

  public SliceController(Api api, ConsumerFeeds feeds) {
    this.feeds = feeds;
    this.loop = new Loop<>("slices", this::reconcile, Failures.logged("virtual node of slice"));
    this.slices =
        feed(
            api, ResourceSlice.class, Scope.ALL.labels(Labels.REPLICATION + "=" + Labels.TRUE), "");
    this.identities = feed(api, Identity.class, Scope.ALL, Names.SLICE_IDENTITY_PREFIX);
    this.virtualNodes = new Keeper<>(api, feeds.virtualNodes(), Names.FIELD_MANAGER);
    feeds.listen(this::changed);
  }

  private void changed(Topic topic, Ref ref) {
    switch (topic) {
      case VIRTUAL_NODE -> loop.queue().add(ref);
      case SYNCED -> enqueueAll();
      case NAMESPACE, OFFLOADING, RULE, MAP, NODE, FOREIGN_CLUSTER -> {}
    }
  }

  @Override
  public void start() {
    slices.start();
    identities.start();
    loop.start(2);
  }

  private Next reconcile(Ref ref) {
    if (!Stream.of(slices, identities, feeds.virtualNodes()).allMatch(Feed::synced)) {
      return Next.REST;
    }
    slices
        .get(ref)
        .flatMap(slice -> SliceNode.of(slice, identity(ref)))
        .ifPresent(virtualNodes::keep);
    return Next.REST;
  }

  private @Nullable Identity identity(Ref slice) {
    return identities
        .get(new Ref(slice.namespace(), Names.SLICE_IDENTITY_PREFIX + slice.name()))
        .orElse(null);
  }

  private void enqueueAll() {
    slices.all().forEach(slice -> loop.queue().add(Ref.of(slice)));
  }

  /** Objects are named after their slice, behind a prefix. */
  private <T extends HasMetadata> Feed<T> feed(Api api, Class<T> type, Scope scope, String prefix) {
    return new Feed<>(
        api,
        Kind.of(type),
        scope,
        new Feed.Listener<>() {
          @Override
          public void changed(Ref ref, @Nullable T now) {
            if (ref.name().startsWith(prefix)) {
              loop.queue().add(new Ref(ref.namespace(), ref.name().substring(prefix.length())));
            }
          }

          @Override
          public void synced() {
            enqueueAll();
          }
        });
  }

  @Override
  public void close() {
    slices.close();
    identities.close();
    loop.close();
  }
}
