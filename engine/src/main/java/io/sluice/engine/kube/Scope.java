package io.sluice.engine.kube;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which objects of a kind are followed. An empty namespace means all of them. */
public record Scope(
    String namespace, @Nullable String labelSelector, @Nullable String fieldSelector) {

  public static final Scope ALL = new Scope("", null, null);

  public static Scope namespace(String namespace) {
    return new Scope(namespace, null, null);
  }

  public static Scope fields(String selector) {
    return new Scope("", null, selector);
  }

  public Scope labels(String selector) {
    return new Scope(namespace, selector, fieldSelector);
  }

  Map<String, String> parameters() {
    Map<String, String> parameters = new LinkedHashMap<>();
    if (labelSelector != null) {
      parameters.put("labelSelector", labelSelector);
    }
    if (fieldSelector != null) {
      parameters.put("fieldSelector", fieldSelector);
    }
    return parameters;
  }
}
