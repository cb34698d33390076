package io.sluice.translate.node;

import java.util.List;
import java.util.Map;

/**
 * What a Node says about the process behind it.
 *
 * @param version of the home API server: the scheduler and upgrade tools compare by it
 * @param addresses where the kubelet listens, at most one per family
 * @param port of the kubelet API
 * @param labels extra ones from the options of this kubelet
 * @param annotations extra ones from the options of this kubelet
 */
public record KubeletFacts(
    String version,
    List<String> addresses,
    int port,
    Map<String, String> labels,
    Map<String, String> annotations) {
  public KubeletFacts {
    addresses = List.copyOf(addresses);
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
  }
}
