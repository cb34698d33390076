package io.sluice.crds;

import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules that hold for a field of some name or form wherever it stands. */
final class Conventions {
  /** Selectors end up in the product of admission's CEL, so their size is bounded (T-32). */
  private static final Map<String, Long> MOST_ITEMS =
      Map.of("nodeSelectorTerms", 20L, "matchExpressions", 20L, "matchFields", 20L, "values", 100L);

  private static final Set<String> BASE64 =
      Set.of("ca", "csr", "publicKey", "signature", "signedCRT");
  private static final Set<String> CIDRS = Set.of("cidr", "pod", "external");
  private static final Set<String> SELECTORS = Set.of("clusterSelector", "namespaceSelector");
  private static final Set<String> SETS = Set.of("secretTypes");
  private static final long LABEL_KEY = 317;
  private static final long NAME = 253;
  private static final long MOST_LABELS = 20;

  private Conventions() {}

  static void apply(String name, JSONSchemaProps schema) {
    if (Boolean.TRUE.equals(schema.getXKubernetesPreserveUnknownFields())) {
      opaque(schema);
    }
    if (isConditions(schema)) {
      keyedBy("type", schema);
    } else if (name.equals("pools")) {
      keyedBy("name", schema);
    } else if (SETS.contains(name) && schema.getItems() != null) {
      schema.setXKubernetesListType("set");
    }
    if (schema.getXKubernetesValidations() != null) {
      // a rule on a record component is found twice, on its field and on its accessor
      schema.setXKubernetesValidations(
          List.copyOf(new LinkedHashSet<>(schema.getXKubernetesValidations())));
    }
    formats(name, schema);
    limits(name, schema);
  }

  /** Without its parent neither a required nor a defaulted field means anything. */
  static boolean mustBePresent(JSONSchemaProps schema) {
    var required = schema.getRequired() != null && !schema.getRequired().isEmpty();
    return required
        || schema.getProperties().values().stream().anyMatch(field -> field.getDefault() != null);
  }

  /** One path in managedFields instead of one per leaf, and nothing is pruned (D-13a, T-34). */
  private static void opaque(JSONSchemaProps schema) {
    schema.setAdditionalProperties(null);
    schema.setXKubernetesMapType("atomic");
  }

  private static boolean isConditions(JSONSchemaProps schema) {
    return schema.getItems() != null
        && schema.getItems().getSchema().getProperties() != null
        && schema.getItems().getSchema().getProperties().containsKey("lastTransitionTime");
  }

  private static void keyedBy(String key, JSONSchemaProps list) {
    list.setXKubernetesListType("map");
    list.setXKubernetesListMapKeys(List.of(key));
  }

  private static void formats(String name, JSONSchemaProps schema) {
    if (name.equals("lastTransitionTime")) {
      schema.setFormat("date-time");
    } else if (BASE64.contains(name)) {
      schema.setFormat("byte");
    } else if (name.equals("ip")) {
      schema.setAnyOf(List.of(format("ipv4"), format("ipv6")));
    } else if (CIDRS.contains(name) && isText(schema)) {
      schema.setFormat("cidr");
    } else if (CIDRS.contains(name) && schema.getItems() != null) {
      schema.getItems().getSchema().setFormat("cidr");
    }
  }

  private static void limits(String name, JSONSchemaProps schema) {
    var most = MOST_ITEMS.get(name);
    if (most != null && schema.getItems() != null) {
      schema.setMaxItems(most);
    }
    switch (name) {
      case "key" -> schema.setMaxLength(LABEL_KEY);
      case "values" -> schema.getItems().getSchema().setMaxLength(NAME);
      case "matchLabels" -> schema.setMaxProperties(MOST_LABELS);
      default -> {}
    }
    if (SELECTORS.contains(name)) {
      schema.setXKubernetesMapType("atomic");
    }
    if (has("nodeSelectorTerms", schema)) {
      schema.setRequired(List.of("nodeSelectorTerms"));
    }
    if (has("key", schema) && has("values", schema)) {
      schema.setRequired(List.of("key", "operator"));
    }
  }

  private static boolean has(String field, JSONSchemaProps schema) {
    return schema.getProperties() != null && schema.getProperties().containsKey(field);
  }

  private static boolean isText(JSONSchemaProps schema) {
    return "string".equals(schema.getType());
  }

  private static JSONSchemaProps format(String format) {
    return new JSONSchemaPropsBuilder().withFormat(format).build();
  }
}
