package io.sluice.crds;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.sluice.api.vocab.Labels;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a CRD must say and the generator has no annotation for. */
final class Polish {
  private Polish() {}

  static CustomResourceDefinition polish(CustomResourceDefinition crd, Class<?> kind) {
    // by this label install tells its own CRDs from those of another owner (D-23, T-43)
    crd.getMetadata().setLabels(Map.of(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE));
    var version = crd.getSpec().getVersions().getFirst();
    inDeclaredOrder(version.getAdditionalPrinterColumns(), kind);
    root(version.getSchema().getOpenAPIV3Schema(), kind);
    if (version.getSubresources() == null) {
      version.getSchema().getOpenAPIV3Schema().getProperties().remove("status");
    }
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

  /** What {@code kubectl explain} says first, and whether the spec may be left out. */
  private static void root(JSONSchemaProps schema, Class<?> kind) {
    var description = kind.getAnnotation(JsonClassDescription.class);
    if (description == null) {
      throw new IllegalArgumentException(kind + " has no @JsonClassDescription");
    }
    schema.setDescription(description.value());
    var spec = schema.getProperties().get("spec");
    if (spec != null && Conventions.mustBePresent(spec)) {
      schema.setRequired(List.of("spec"));
    }
    describe(spec, "What is wanted.");
    describe(schema.getProperties().get("status"), "What was observed.");
  }

  private static void describe(@Nullable JSONSchemaProps schema, String description) {
    if (schema != null) {
      schema.setDescription(description);
    }
  }

  private static void walk(String name, JSONSchemaProps schema) {
    Conventions.apply(name, schema);
    if (schema.getProperties() != null) {
      schema.getProperties().forEach(Polish::walk);
    }
    if (schema.getItems() != null) {
      walk("", schema.getItems().getSchema());
    }
    if (schema.getAdditionalProperties() != null) {
      walk("", schema.getAdditionalProperties().getSchema());
    }
  }
}
