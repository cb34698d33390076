package io.sluice.crds;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** What a CRD must say and the generator has no annotation for. */
final class Polish {
  private Polish() {}

  static CustomResourceDefinition polish(CustomResourceDefinition crd, Class<?> kind) {
    var version = crd.getSpec().getVersions().getFirst();
    inDeclaredOrder(version.getAdditionalPrinterColumns(), kind);
    walk("", version.getSchema().getOpenAPIV3Schema());
    return crd;
  }

  /** The generator sorts columns by name, people read them in the order of the type. */
  private static void inDeclaredOrder(List<CustomResourceColumnDefinition> columns, Class<?> kind) {
    var order =
        Arrays.stream(kind.getAnnotationsByType(AdditionalPrinterColumn.class))
            .map(AdditionalPrinterColumn::name)
            .toList();
    columns.sort(Comparator.comparingInt(column -> order.indexOf(column.getName())));
  }

  private static void walk(String name, JSONSchemaProps schema) {
    convention(name, schema);
    if (schema.getProperties() != null) {
      schema.getProperties().forEach(Polish::walk);
    }
    if (schema.getItems() != null) {
      walk(name, schema.getItems().getSchema());
    }
    if (schema.getAdditionalProperties() != null) {
      walk(name, schema.getAdditionalProperties().getSchema());
    }
  }

  private static void convention(String name, JSONSchemaProps schema) {
    if (Boolean.TRUE.equals(schema.getXKubernetesPreserveUnknownFields())) {
      opaque(schema);
    }
    if (name.equals("conditions") && schema.getItems() != null) {
      schema.setXKubernetesListType("map");
      schema.setXKubernetesListMapKeys(List.of("type"));
    }
    if (name.equals("lastTransitionTime")) {
      schema.setFormat("date-time");
    }
  }

  /** One path in managedFields instead of one per leaf, and nothing is pruned (D-13a, T-34). */
  private static void opaque(JSONSchemaProps schema) {
    schema.setAdditionalProperties(null);
    schema.setXKubernetesMapType("atomic");
  }
}
