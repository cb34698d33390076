package io.sluice.kubelet.pods;

import io.sluice.api.offloading.OffloadingPatch;
import io.sluice.engine.guard.Breaker;
import io.sluice.translate.net.AddressMap;
import java.util.function.Supplier;

/**
 * What the pods of a virtual node share with the rest of its process.
 *
 * @param patch what the VirtualNode puts on every pod
 * @param addresses remote addresses as seen at home (NET-1)
 * @param breaker holds deletions that nobody seems to have meant
 */
public record Surroundings(
    Supplier<OffloadingPatch> patch, Supplier<AddressMap> addresses, Breaker breaker) {}
