package io.sluice.cli;

import io.sluice.api.offloading.ReflectionType;
import io.sluice.api.offloading.ReflectorConfig;
import io.sluice.kubelet.reflect.ReflectionOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How a kubelet reflects; two flags for each kind, and those that hold for all. */
final class ReflectionFlags {
  private static final List<String> KINDS =
      List.of(
          ReflectionOptions.CONFIG_MAP,
          ReflectionOptions.SECRET,
          ReflectionOptions.SERVICE,
          ReflectionOptions.ENDPOINT_SLICE,
          ReflectionOptions.INGRESS,
          ReflectionOptions.EVENT,
          ReflectionOptions.CLAIM,
          ReflectionOptions.SERVICE_ACCOUNT);

  private static final Map<String, ReflectionType> TYPES =
      Map.of(
          "DenyList", ReflectionType.DENY_LIST,
          "AllowList", ReflectionType.ALLOW_LIST,
          "CustomLiqo", ReflectionType.CUSTOM_LIQO);

  /** What is left out of Secrets and ConfigMaps. */
  enum Mode {
    ALL,
    REFERENCED
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--reflection-mode",
      defaultValue = "ALL",
      description =
          "Secrets and ConfigMaps that leave where a namespace does not say:"
              + " ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private Mode mode;

  @Option(
      names = "--reflect-all-events",
      arity = "0..1",
      description = "bring normal events home too, not only warnings")
  private boolean allEvents;

  @Option(
      names = "--enable-apiserver-support",
      arity = "0..1",
      description = "give offloaded pods tokens for the API server of this cluster")
  private boolean apiServerSupport;

  @Option(
      names = "--home-api-server-host",
      description = "name under which offloaded pods reach the API server of this cluster")
  private @Nullable String apiServerHost;

  @Option(
      names = "--home-api-server-port",
      defaultValue = "443",
      description = "port of it (default: ${DEFAULT-VALUE})")
  private int apiServerPort;

  @Option(names = "--enable-storage", arity = "0..1", description = "the provider lends storage")
  private boolean storage;

  @Option(
      names = "--remote-real-storage-class-name",
      description = "its storage class; none means its default")
  private @Nullable String storageClass;

  @Option(
      names = "--enable-ingress",
      arity = "0..1",
      description = "the provider serves Ingresses of the class that is named")
  private boolean ingress;

  @Option(names = "--remote-real-ingress-class-name", description = "ingress class of the provider")
  private @Nullable String ingressClass;

  @Option(
      names = "--enable-load-balancer",
      arity = "0..1",
      description = "the provider serves load balancers of the class that is named")
  private boolean loadBalancer;

  @Option(
      names = "--remote-real-load-balancer-class-name",
      description = "load balancer class of the provider")
  private @Nullable String loadBalancerClass;

  /** Adds the flags that are the same for every kind. */
  static void addTo(CommandSpec command) {
    for (String kind : KINDS) {
      command.addOption(
          OptionSpec.builder("--" + kind + "-reflection-workers")
              .type(Integer.class)
              .paramLabel("N")
              .description("objects of this kind that are handled at once; 0 turns it off")
              .build());
      command.addOption(
          OptionSpec.builder("--" + kind + "-reflection-type")
              .type(String.class)
              .completionCandidates(TYPES.keySet())
              .paramLabel("TYPE")
              .description("DenyList: all but those that opt out; AllowList: those that opt in")
              .build());
    }
  }

  ReflectionOptions options() {
    return new ReflectionOptions(
        kinds(),
        mode == Mode.REFERENCED,
        allEvents,
        new ReflectionOptions.Offers(
            Optional.ofNullable(loadBalancer ? loadBalancerClass : null),
            Optional.ofNullable(ingress ? ingressClass : null),
            storage,
            Optional.ofNullable(storageClass)),
        apiServerSupport
            ? Optional.of(
                new ReflectionOptions.HomeAccess(Optional.ofNullable(apiServerHost), apiServerPort))
            : Optional.empty());
  }

  private Map<String, ReflectorConfig> kinds() {
    Map<String, ReflectorConfig> kinds = new HashMap<>();
    for (String kind : KINDS) {
      @Nullable Integer workers =
          command.findOption("--" + kind + "-reflection-workers").getValue();
      @Nullable String type = command.findOption("--" + kind + "-reflection-type").getValue();
      if (workers != null || type != null) {
        kinds.put(
            kind,
            new ReflectorConfig(
                workers == null ? ReflectionOptions.DEFAULT.workers(kind) : workers,
                type == null ? null : type(kind, type)));
      }
    }
    return kinds;
  }

  /** A word that nobody knows would let everything out: better not to start. */
  private ReflectionType type(String kind, String word) {
    ReflectionType type = TYPES.get(word);
    if (type == null) {
      throw new picocli.CommandLine.ParameterException(
          command.commandLine(),
          "--%s-reflection-type is none of %s: %s".formatted(kind, TYPES.keySet(), word));
    }
    return type;
  }
}
