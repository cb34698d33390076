package io.sluice.cli.support;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.sluice.api.Kinds;
import io.sluice.api.vocab.Labels;
import io.sluice.cli.shell.Target;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Everything about an installation in one archive: objects of its kinds, what runs, what happened,
 * what was logged. Secrets are not even read.
 */
public final class Bundle implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int LINES = 2000;

  private final Target target;
  private final ZipOutputStream zip;

  public Bundle(Target target, OutputStream out) {
    this.target = target;
    this.zip = new ZipOutputStream(out);
  }

  /** Facts that were gathered elsewhere. */
  public void add(String name, Object facts) throws IOException {
    write(name + ".yaml", Json.yaml(Redaction.of(Json.tree(Map.of("facts", facts)))));
  }

  public void gather(String systemNamespace) throws IOException {
    for (Class<? extends HasMetadata> type : Kinds.ALL) {
      objects(type, Scope.ALL);
    }
    objects(Node.class, Scope.ALL.labels(Labels.TYPE + "=" + Labels.TYPE_VIRTUAL_NODE));
    List<String> namespaces = new ArrayList<>(List.of(systemNamespace));
    Scope tenants = Scope.ALL.labels(Labels.TENANT_NAMESPACE + "=" + Labels.TRUE);
    list(Namespace.class, tenants)
        .forEach(namespace -> namespaces.add(namespace.getMetadata().getName()));
    for (String namespace : namespaces) {
      Scope here = Scope.namespace(namespace);
      objects(Deployment.class, here);
      objects(Event.class, here);
      objects(Pod.class, here);
      for (Pod pod : list(Pod.class, here)) {
        log(Ref.of(pod));
      }
    }
  }

  private <T extends HasMetadata> void objects(Class<T> type, Scope scope) throws IOException {
    String folder = scope.namespace().isEmpty() ? "cluster" : scope.namespace();
    List<T> found = list(type, scope);
    if (!found.isEmpty()) {
      StringBuilder text = new StringBuilder();
      for (T object : found) {
        text.append("---\n")
            .append(Json.yaml(Redaction.of(Json.tree(object))).replaceFirst("^---\n", ""));
      }
      write(folder + "/" + Kind.of(type) + ".yaml", text.toString());
    }
  }

  private void log(Ref pod) throws IOException {
    String path = Kind.of(Pod.class).path(pod, "log") + "?tailLines=" + LINES;
    try {
      write(
          pod.namespace() + "/" + pod.name() + ".log",
          Redaction.text(target.api().text(path, PATIENCE)));
    } catch (ApiFailure failure) {
      write(pod.namespace() + "/" + pod.name() + ".log", "no log: " + failure.reason() + "\n");
    }
  }

  /** What can't be read is left out: a bundle of a broken installation is still a bundle. */
  private <T extends HasMetadata> List<T> list(Class<T> type, Scope scope) {
    try {
      return target.api().list(Kind.of(type), scope);
    } catch (ApiFailure failure) {
      return List.of();
    }
  }

  private void write(String name, String text) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(text.getBytes(StandardCharsets.UTF_8));
    zip.closeEntry();
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
