package io.sluice.crds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.sluice.api.Kinds;
import io.sluice.api.policy.TenantPolicy;
import java.util.List;
import java.util.Map;

/** Objects with every field of their schema set: what is not here is not in the CRD. */
final class Samples {
  static final KubernetesSerialization JSON = new KubernetesSerialization();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Sits inside whatever the schema leaves opaque, at two depths. */
  private static final String OPAQUE =
      """
      {"metadata":{"name":"x"},"spec":{"tomorrow":{"deep":[1,{"x":true}]},"replicas":1}}
      """;

  private static final Map<String, String> OPAQUE_BY_NAME =
      Map.of(
          "pod",
          """
          {"tomorrow":1,"containers":[{"name":"c","tomorrow":{"deep":[1,{"x":true}]}}]}
          """,
          "podStatus",
          """
          {"phase":"Failed","tomorrow":[{"deep":1}]}
          """);

  private static final Map<String, String> BY_FORMAT =
      Map.of(
          "date-time", "2026-01-02T03:04:05Z",
          "byte", "c2x1aWNl",
          "cidr", "10.1.0.0/16");

  private Samples() {}

  static ObjectNode full(Class<? extends CustomResource<?, ?>> kind) {
    var object = empty(kind);
    schema(kind).getProperties().forEach((name, schema) -> object.set(name, value(name, schema)));
    return object;
  }

  /** The same, as far as the rules between fields let it be. */
  static ObjectNode valid(Class<? extends CustomResource<?, ?>> kind) {
    var object = full(kind);
    if (kind == TenantPolicy.class) {
      object.withObject("/spec/podSecurity").put("level", "privileged");
      object.withObject("/spec/tenants").remove("selector");
    }
    return object;
  }

  static ObjectNode empty(Class<? extends CustomResource<?, ?>> kind) {
    var object = NODES.objectNode();
    object.put("apiVersion", HasMetadata.getApiVersion(kind));
    object.put("kind", HasMetadata.getKind(kind));
    object.putObject("metadata").put("name", "offloading");
    schema(kind).getProperties().keySet().forEach(object::putObject);
    return object;
  }

  private static JSONSchemaProps schema(Class<? extends CustomResource<?, ?>> kind) {
    var yaml = CrdFiles.render(List.of(kind)).values().iterator().next();
    var crd = JSON.unmarshal(yaml, CustomResourceDefinition.class);
    return crd.getSpec().getVersions().getFirst().getSchema().getOpenAPIV3Schema();
  }

  private static JsonNode value(String name, JSONSchemaProps schema) {
    if (Boolean.TRUE.equals(schema.getXKubernetesPreserveUnknownFields())) {
      return JSON.unmarshal(OPAQUE_BY_NAME.getOrDefault(name, OPAQUE), JsonNode.class);
    }
    if (Boolean.TRUE.equals(schema.getXKubernetesIntOrString())) {
      return TextNode.valueOf("2500m");
    }
    return switch (schema.getType()) {
      case "object" -> object(schema);
      case "array" -> NODES.arrayNode().add(value("", schema.getItems().getSchema()));
      case "integer" -> IntNode.valueOf(7);
      case "boolean" -> BooleanNode.TRUE;
      default -> text(name, schema);
    };
  }

  private static JsonNode object(JSONSchemaProps schema) {
    var object = NODES.objectNode();
    if (schema.getProperties() != null) {
      schema.getProperties().forEach((name, field) -> object.set(name, value(name, field)));
    }
    if (schema.getAdditionalProperties() != null) {
      object.set("cpu", value("", schema.getAdditionalProperties().getSchema()));
    }
    return object;
  }

  private static JsonNode text(String name, JSONSchemaProps schema) {
    if (schema.getEnum() != null && !schema.getEnum().isEmpty()) {
      return schema.getEnum().getFirst();
    }
    if (schema.getFormat() != null) {
      return TextNode.valueOf(BY_FORMAT.get(schema.getFormat()));
    }
    return TextNode.valueOf(
        switch (name) {
          case "ip" -> "10.1.2.3";
          case "version" -> "v1.36";
          case "operator" -> "Exists";
          default -> "some";
        });
  }

  static boolean isNamespaced(String kind) {
    return Kinds.ALL.stream()
        .filter(type -> HasMetadata.getKind(type).equals(kind))
        .anyMatch(Namespaced.class::isAssignableFrom);
  }
}
