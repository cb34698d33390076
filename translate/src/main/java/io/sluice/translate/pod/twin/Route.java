package io.sluice.translate.pod.twin;

/** Where a pod goes: cluster ids of both sides, the virtual node and the twin namespace. */
public record Route(String origin, String destination, String virtualNode, String twinNamespace) {}
