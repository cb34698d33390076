package io.sluice.translate.metrics;

/** A pod by namespace and name, in the names of one cluster. */
public record PodName(String namespace, String name) {}
