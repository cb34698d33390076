package io.sluice.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.testbed.Cluster;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Leaves of PodSpec: those that an API server says it has, and those that a pod sets. A list is
 * written {@code []}, a map with free keys {@code {}}.
 */
final class PodSchema {
  private static final String POD_SPEC = "io.k8s.api.core.v1.PodSpec";

  private final JsonNode schemas;
  private final SortedSet<String> leaves = new TreeSet<>();

  private PodSchema(JsonNode schemas) {
    this.schemas = schemas;
  }

  /** All leaves by the server's own OpenAPI document. */
  static SortedSet<String> leaves(Cluster cluster) {
    JsonNode document = cluster.api().get("/openapi/v3/api/v1").body();
    PodSchema schema = new PodSchema(document.path("components").path("schemas"));
    schema.walk(schema.schemas.path(POD_SPEC), "");
    return schema.leaves;
  }

  private void walk(JsonNode node, String path) {
    JsonNode schema = resolved(node);
    if (schema.has("properties")) {
      schema
          .path("properties")
          .properties()
          .forEach(field -> walk(field.getValue(), below(path, field.getKey())));
    } else if (schema.path("type").asText().equals("array")) {
      walk(schema.path("items"), path + "[]");
    } else {
      leaves.add(schema.has("additionalProperties") ? path + "{}" : path);
    }
  }

  /** Quantities, times and the like are references without properties: leaves. */
  private JsonNode resolved(JsonNode node) {
    JsonNode one = node.path("allOf").path(0).has("$ref") ? node.path("allOf").path(0) : node;
    String reference = one.path("$ref").asText();
    return reference.isEmpty()
        ? node
        : schemas.path(reference.substring(reference.lastIndexOf('/') + 1));
  }

  /** Every leaf that a spec sets, with all its values in a fixed order. */
  static SortedMap<String, SortedMap<String, Integer>> set(JsonNode spec, SortedSet<String> known) {
    SortedMap<String, SortedMap<String, Integer>> values = new TreeMap<>();
    collect(spec, "", known, values);
    return values;
  }

  private static void collect(
      JsonNode node,
      String path,
      SortedSet<String> known,
      Map<String, SortedMap<String, Integer>> values) {
    if (node.isObject() && !known.contains(path + "{}")) {
      node.properties()
          .forEach(field -> collect(field.getValue(), below(path, field.getKey()), known, values));
    } else if (node.isArray()) {
      node.forEach(item -> collect(item, path + "[]", known, values));
    } else {
      String leaf = node.isObject() ? path + "{}" : path;
      values.computeIfAbsent(leaf, _ -> new TreeMap<>()).merge(node.toString(), 1, Integer::sum);
    }
  }

  private static String below(String path, String field) {
    return path.isEmpty() ? field : path + "." + field;
  }
}
