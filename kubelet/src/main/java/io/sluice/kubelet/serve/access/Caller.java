package io.sluice.kubelet.serve.access;

import java.util.List;
import java.util.Map;

/** Somebody who proved an identity. */
public record Caller(
    String name, String uid, List<String> groups, Map<String, List<String>> extra) {
  public Caller {
    groups = List.copyOf(groups);
    extra = Map.copyOf(extra);
  }
}
