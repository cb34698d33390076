package io.sluice.kubelet.border;

/** A local namespace and its twin in the provider. */
public record Extension(String local, String twin) {}
