package io.sluice.cli;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.ReflectionType;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.cli.shell.Output;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.translate.reflect.Border;
import io.sluice.translate.reflect.ConfigMaps;
import io.sluice.translate.reflect.Ingresses;
import io.sluice.translate.reflect.Interest;
import io.sluice.translate.reflect.Leaving;
import io.sluice.translate.reflect.References;
import io.sluice.translate.reflect.Secrets;
import io.sluice.translate.reflect.Services;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists what leaves a namespace, or would if it were extended. */
@Command(
    name = "namespace",
    description =
        "List what leaves a namespace to its providers, or would, and why the rest stays.")
class ExplainNamespaceCommand implements Callable<Integer> {
  private static final ReflectionType TYPE = ReflectionType.DENY_LIST;

  @Mixin private ClusterAccess cluster;
  @Mixin private Flags.Answer answer;
  @Mixin private Flags.Format format;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAMESPACE", description = "name of the namespace")
  private String namespace;

  @Option(
      names = "--system-namespace",
      defaultValue = Names.SYSTEM_NAMESPACE,
      description = "namespace of Sluice (default: ${DEFAULT-VALUE})")
  private String systemNamespace;

  @Override
  public Integer call() throws Exception {
    return answer.within(this::list);
  }

  private Integer list() {
    try (Target target = cluster.open()) {
      String origin = target.installation(systemNamespace).clusterId();
      Ref ref = Ref.cluster(namespace);
      if (target.ask(() -> target.api().find(Kind.of(Namespace.class), ref)).isEmpty()) {
        throw Trouble.error(
            "there is no namespace " + namespace, "see what there is: kubectl get namespaces");
      }
      List<Leaving> leaving = leaving(target, origin);
      Output.Table table =
          new Output.Table(
              "WHAT LEAVES " + namespace,
              List.of("KIND", "NAME", "AS", "STAYS BECAUSE"),
              leaving.stream()
                  .map(each -> List.of(each.kind(), each.name(), each.twin(), each.why()))
                  .toList());
      format.print(spec.commandLine().getOut(), List.of(table), Map.of("objects", leaving));
    }
    return Main.OK;
  }

  private List<Leaving> leaving(Target target, String origin) {
    Border border = new Border(origin, "", namespace, namespace, Border.Withheld.NOTHING);
    List<Ingress> ingresses = all(target, Ingress.class);
    Optional<References> named = named(target, ingresses);
    List<Leaving> leaving = new ArrayList<>();
    leaving.addAll(
        Leaving.of(
            new ConfigMaps(TYPE, interest(named, References::configMaps)),
            all(target, ConfigMap.class),
            border));
    leaving.addAll(
        Leaving.of(
            new Secrets(TYPE, interest(named, References::secrets)),
            all(target, Secret.class),
            border));
    leaving.addAll(
        Leaving.of(new Services(TYPE, Optional.empty()), all(target, Service.class), border));
    leaving.addAll(Leaving.of(new Ingresses(TYPE, Optional.empty()), ingresses, border));
    return leaving;
  }

  private static Interest interest(
      Optional<References> named, Function<References, Set<String>> names) {
    return named
        .<Interest>map(references -> new Interest.Referenced(names.apply(references)))
        .orElseGet(Interest.All::new);
  }

  /** What is named, where only that leaves. */
  private Optional<References> named(Target target, List<Ingress> ingresses) {
    Ref ref = new Ref(namespace, Names.NAMESPACE_OFFLOADING);
    String mode =
        target
            .ask(() -> target.api().find(Kind.of(NamespaceOffloading.class), ref))
            .map(found -> Frozen.map(found.getMetadata().getAnnotations()))
            .map(annotations -> annotations.get(Annotations.REFLECTION_MODE))
            .orElse("");
    if (!Interest.isReferenced(mode, false)) {
      return Optional.empty();
    }
    Scope virtual = Scope.ALL.labels(Labels.TYPE + "=" + Labels.TYPE_VIRTUAL_NODE);
    Set<String> nodes =
        target.ask(() -> target.api().list(Kind.of(Node.class), virtual)).stream()
            .map(node -> node.getMetadata().getName())
            .collect(Collectors.toSet());
    Map<String, ServiceAccount> accounts =
        all(target, ServiceAccount.class).stream()
            .collect(Collectors.toMap(it -> it.getMetadata().getName(), it -> it));
    List<Pod> offloaded =
        all(target, Pod.class).stream()
            .filter(pod -> nodes.contains(String.valueOf(pod.getSpec().getNodeName())))
            .toList();
    return Optional.of(
        References.of(offloaded, name -> Optional.ofNullable(accounts.get(name)), ingresses));
  }

  private <T extends HasMetadata> List<T> all(Target target, Class<T> type) {
    return target.ask(() -> target.api().list(Kind.of(type), Scope.namespace(namespace)));
  }
}
