package io.sluice.manager.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.NamespaceOffloadingSpec;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.model.CommandResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A cluster that has Sluice's kinds, and the short forms that tests speak in. */
public final class Home implements AutoCloseable {
  private final Cluster cluster;
  private final Api api;

  private Home(Cluster cluster) {
    this.cluster = cluster;
    this.api = new Api(Endpoint.fromKubeconfig(cluster.kubeconfig(), null), "test");
  }

  public static Home of(Cluster cluster) {
    Home home = new Home(cluster);
    home.installKinds();
    return home;
  }

  public Api api() {
    return api;
  }

  /** Installs the custom resource definitions of the repository and waits for them. */
  public void installKinds() {
    Path folder = Path.of("..", "deploy", "crds");
    assertThat(Files.isDirectory(folder)).isTrue();
    kubectl("apply", "--server-side", "-f", folder.toString());
    // kubectl gives up on a kind that says nothing of itself yet
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> cluster.kubectl("wait", "--for=condition=Established", "crd", "--all").ok());
  }

  public void kubectl(String... arguments) {
    CommandResult result = cluster.kubectl(arguments);
    assertThat(result.exitCode()).as(result.err()).isZero();
  }

  public Namespace namespace(String name, Map<String, String> labels) {
    return create(
        new NamespaceBuilder()
            .withNewMetadata()
            .withName(name)
            .withLabels(labels)
            .endMetadata()
            .build());
  }

  public Namespace namespace(String name) {
    return api.get(Kind.of(Namespace.class), Ref.cluster(name));
  }

  public NamespaceOffloading extend(String namespace, NamespaceOffloadingSpec spec) {
    return create(offloading(namespace, spec));
  }

  public static NamespaceOffloading offloading(String namespace, NamespaceOffloadingSpec spec) {
    NamespaceOffloading offloading = new NamespaceOffloading();
    offloading.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(Names.NAMESPACE_OFFLOADING)
            .build());
    offloading.setSpec(spec);
    return offloading;
  }

  /** A plain pod as it would be admitted. */
  public PodSpec rehearse(String namespace, @Nullable String runtimeClass) {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName("pod")
            .endMetadata()
            .withNewSpec()
            .withAutomountServiceAccountToken(false)
            .withRuntimeClassName(runtimeClass)
            .addNewContainer()
            .withName("main")
            .withImage("pause")
            .endContainer()
            .endSpec()
            .build();
    return api.rehearse(Kind.of(Pod.class), pod).getSpec();
  }

  @SuppressWarnings("unchecked")
  public <T extends HasMetadata> T create(T object) {
    return api.create((Kind<T>) Kind.of(object.getClass()), object);
  }

  @Override
  public void close() {
    api.close();
  }
}
