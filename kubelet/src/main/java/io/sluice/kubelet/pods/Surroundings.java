package io.sluice.kubelet.pods;

import io.sluice.api.offloading.OffloadingPatch;
import io.sluice.engine.guard.Breaker;
import io.sluice.kubelet.border.Addresses;
import io.sluice.kubelet.border.Offloadings;
import io.sluice.translate.pod.twin.HomeApi;
import java.util.function.Supplier;

/**
 * What the pods of a virtual node share with the rest of its process.
 *
 * @param patch what the VirtualNode puts on every pod
 * @param addresses remote addresses as seen at home (NET-1)
 * @param offloadings what the owners of namespaces say
 * @param homeApi how pods reach an API server, where they do not say (§3.5.3)
 * @param breaker holds deletions that nobody seems to have meant
 */
public record Surroundings(
    Supplier<OffloadingPatch> patch,
    Addresses addresses,
    Offloadings offloadings,
    Supplier<HomeApi> homeApi,
    Breaker breaker) {}
