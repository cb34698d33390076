package io.sluice.translate.pod.twin;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvFromSourceBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.EphemeralContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.wire.Frozen;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Environment of the containers: the home API server (§3.5.3) and home values (D-8). */
final class Environment {
  private final HomeApi access;
  private final HomeValues values;
  private final String origin;

  Environment(Pod local, TwinContext context) {
    this.access = context.homeApi().of(local);
    this.values = HomeValues.of(local, context);
    this.origin = context.route().origin();
  }

  List<Container> of(@Nullable List<Container> containers) {
    return Frozen.list(containers).stream()
        .map(
            container ->
                new ContainerBuilder(container)
                    .withEnv(variables(container.getEnv()))
                    .withEnvFrom(sources(container.getEnvFrom()))
                    .build())
        .toList();
  }

  List<EphemeralContainer> ofEphemeral(@Nullable List<EphemeralContainer> containers) {
    return Frozen.list(containers).stream()
        .map(
            container ->
                new EphemeralContainerBuilder(container)
                    .withEnv(variables(container.getEnv()))
                    .withEnvFrom(sources(container.getEnvFrom()))
                    .build())
        .toList();
  }

  private List<EnvVar> variables(@Nullable List<EnvVar> given) {
    var all = new ArrayList<EnvVar>();
    for (var variable : Frozen.list(given)) {
      all.add(rootCa(values.translate(variable)));
    }
    // What the user set himself stays: a second entry of the same name would win over it.
    var names = all.stream().map(EnvVar::getName).collect(Collectors.toSet());
    for (var variable : homeApi()) {
      if (!names.contains(variable.getName())) {
        all.add(variable);
      }
    }
    return all;
  }

  private List<EnvVar> homeApi() {
    return switch (access) {
      case HomeApi.Disabled disabled -> List.of();
      case HomeApi.Remote remote -> List.of();
      case HomeApi.Tokens tokens -> tokens.reachable() ? homeApi(tokens) : List.of();
    };
  }

  private static List<EnvVar> homeApi(HomeApi.Tokens api) {
    var port = String.valueOf(api.port());
    var url = "tcp://" + bracketed(api.host()) + ":" + port;
    var prefix = "KUBERNETES_PORT_" + port + "_TCP";
    return List.of(
        variable("KUBERNETES_SERVICE_HOST", api.host()),
        variable("KUBERNETES_SERVICE_PORT", port),
        variable("KUBERNETES_PORT", url),
        variable(prefix, url),
        variable(prefix + "_PROTO", "tcp"),
        variable(prefix + "_ADDR", api.host()),
        variable(prefix + "_PORT", port));
  }

  private static String bracketed(String host) {
    return host.contains(":") ? "[" + host + "]" : host;
  }

  private static EnvVar variable(String name, String value) {
    return new EnvVarBuilder().withName(name).withValue(value).build();
  }

  private EnvVar rootCa(EnvVar variable) {
    var from = variable.getValueFrom();
    return access instanceof HomeApi.Remote || from == null || from.getConfigMapKeyRef() == null
        ? variable
        : new EnvVarBuilder(variable)
            .editValueFrom()
            .editConfigMapKeyRef()
            .withName(RootCa.translate(from.getConfigMapKeyRef().getName(), origin))
            .endConfigMapKeyRef()
            .endValueFrom()
            .build();
  }

  private List<EnvFromSource> sources(@Nullable List<EnvFromSource> given) {
    return Frozen.list(given).stream().map(this::rootCa).toList();
  }

  private EnvFromSource rootCa(EnvFromSource source) {
    return access instanceof HomeApi.Remote || source.getConfigMapRef() == null
        ? source
        : new EnvFromSourceBuilder(source)
            .editConfigMapRef()
            .withName(RootCa.translate(source.getConfigMapRef().getName(), origin))
            .endConfigMapRef()
            .build();
  }
}
