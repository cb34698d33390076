package io.sluice.manager;

import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.engine.run.Controller;
import io.sluice.manager.border.MachineAddresses;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.manager.consumer.ConsumerFeeds;
import io.sluice.manager.consumer.admission.NamespaceChecks;
import io.sluice.manager.consumer.admission.PodAdmission;
import io.sluice.manager.consumer.admission.PodPolicies;
import io.sluice.manager.consumer.fencing.FencedPods;
import io.sluice.manager.consumer.namespaces.AdmissionSwitch;
import io.sluice.manager.consumer.namespaces.NamespaceOffloadingController;
import io.sluice.manager.consumer.namespaces.NamespaceRuleController;
import io.sluice.manager.consumer.namespaces.StandingPods;
import io.sluice.manager.consumer.peering.ConsumerSettings;
import io.sluice.manager.consumer.peering.Peers;
import io.sluice.manager.consumer.storage.LocalVolumeController;
import io.sluice.manager.consumer.virtualnodes.DeployedKubelets;
import io.sluice.manager.consumer.virtualnodes.Drain;
import io.sluice.manager.consumer.virtualnodes.KubeletOptions;
import io.sluice.manager.consumer.virtualnodes.KubeletRights;
import io.sluice.manager.consumer.virtualnodes.LocalKubelets;
import io.sluice.manager.consumer.virtualnodes.NamespaceRightsController;
import io.sluice.manager.consumer.virtualnodes.ServingApprover;
import io.sluice.manager.consumer.virtualnodes.SliceController;
import io.sluice.manager.consumer.virtualnodes.VirtualNodeController;
import io.sluice.manager.consumer.virtualnodes.VirtualNodeObjects;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The side that borrows: its peers, extended namespaces, what places their pods, virtual nodes. */
record ConsumerSide(Api api, ManagerOptions options, Events events, Clock clock) {

  /** What they watch in common is started first and closed last. */
  List<Controller> controllers(Optional<LocalKubelets> kubelets, TenantNamespaces namespaces) {
    PodPolicies policies = PodPolicies.of(Names.RUNTIME_CLASS, options.namespace());
    ConsumerFeeds feeds = new ConsumerFeeds(api);
    List<Controller> all = new ArrayList<>();
    Peers peers =
        new Peers(
            api, ConsumerSettings.of(options.clusterId(), options.namespace()), namespaces, clock);
    all.add(peers);
    all.add(new FencedPods(api, feeds, peers.silences(), events, clock));
    all.addAll(
        PodAdmission.controllers(
            api, policies, new NamespaceChecks(options.clusterId()), feeds, clock));
    all.add(feeds);
    all.addAll(others(feeds, policies, kubelets));
    return all;
  }

  private List<Controller> others(
      ConsumerFeeds feeds, PodPolicies policies, Optional<LocalKubelets> kubelets) {
    KubeletRights rights = new KubeletRights(api);
    return List.of(
        rights,
        new NamespaceOffloadingController(
            api,
            feeds,
            options.clusterId(),
            new NamespaceOffloadingController.Parts(
                new AdmissionSwitch(api, feeds, policies.reserved(), clock),
                new StandingPods(api, feeds, events, policies.runtimeClass()),
                events),
            clock),
        new NamespaceRuleController(api, feeds, policies.reserved(), events),
        new NamespaceRightsController(feeds, rights),
        new SliceController(api, feeds),
        new LocalVolumeController(api, feeds),
        new ServingApprover(api, feeds, () -> machine(kubelets)),
        new VirtualNodeController(
            feeds,
            new VirtualNodeController.Parts(
                new VirtualNodeObjects(api, feeds, clock),
                rights,
                new KubeletOptions(api, options.clusterId(), options.namespace()),
                new Drain(api),
                events),
            runner(kubelets)));
  }

  /** Kubelets that are processes listen where the manager itself runs. */
  private static Set<String> machine(Optional<LocalKubelets> kubelets) {
    return kubelets.isPresent() ? MachineAddresses.all() : Set.of();
  }

  /** Kubelets in the cluster, or those of this machine, which outlive a term. */
  private VirtualNodeController.RunnerMaker runner(Optional<LocalKubelets> kubelets) {
    return kubelets.isPresent()
        ? kubelets.get()::during
        : changed -> new DeployedKubelets(api, changed);
  }
}
