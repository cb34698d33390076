package io.sluice.docs;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsOrArray;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsOrBool;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of all kinds, from the definitions that are installed. */
final class CrdReference {
  private final List<String> page = new ArrayList<>();

  private CrdReference() {}

  static String page() {
    CrdReference reference = new CrdReference();
    reference.page.addAll(
        List.of(
            "# Kinds and fields",
            "",
            "You get: every kind that Sluice installs, with every field of it, made from"
                + " `deploy/crds` by `make reference`.",
            "Fields that are types of Kubernetes itself are named and not taken apart.",
            ""));
    definitions().forEach(reference::add);
    return String.join("\n", reference.page);
  }

  static List<CustomResourceDefinition> definitions() {
    try (Stream<Path> files = Files.list(Page.ROOT.resolve("deploy/crds"))) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .sorted()
          .map(file -> String.join("\n", Page.lines(file)))
          .map(text -> Serialization.unmarshal(text, CustomResourceDefinition.class))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(CustomResourceDefinition definition) {
    CustomResourceDefinitionVersion version = definition.getSpec().getVersions().getFirst();
    JSONSchemaProps schema = version.getSchema().getOpenAPIV3Schema();
    List<String> shortNames = definition.getSpec().getNames().getShortNames();
    page.add("## " + definition.getSpec().getNames().getKind());
    page.add("");
    page.add(String.valueOf(schema.getDescription()));
    page.add(
        "`%s/%s`, %s%s."
            .formatted(
                definition.getSpec().getGroup(),
                version.getName(),
                definition.getSpec().getScope().equals("Cluster")
                    ? "for the whole cluster"
                    : "in a namespace",
                shortNames.isEmpty()
                    ? ""
                    : ", short: "
                        + shortNames.stream()
                            .map(name -> "`" + name + "`")
                            .collect(Collectors.joining(", "))));
    page.addAll(List.of("", "| field | type | |", "|---|---|---|"));
    addFields("", schema);
    page.add("");
  }

  private void addFields(String prefix, JSONSchemaProps parent) {
    parent
        .getProperties()
        .forEach(
            (name, schema) -> {
              List<String> required =
                  parent.getRequired() == null ? List.of() : parent.getRequired();
              String path = prefix + name + suffix(schema);
              if (!prefix.isEmpty()) {
                page.add(
                    "| `%s` | %s | %s |"
                        .formatted(path, type(schema), words(schema, required.contains(name))));
              }
              JSONSchemaProps inner = inner(schema);
              if (prefix.isEmpty() || isOurs(inner)) {
                addFields(path + ".", inner);
              }
            });
  }

  /** Types of Kubernetes come without descriptions; ours have one on each field. */
  private static boolean isOurs(JSONSchemaProps schema) {
    return properties(schema).values().stream()
        .anyMatch(property -> property.getDescription() != null || isOurs(inner(property)));
  }

  private static Map<String, JSONSchemaProps> properties(JSONSchemaProps schema) {
    return schema.getProperties() == null ? Map.of() : schema.getProperties();
  }

  /** What is in the lists and maps that a field is made of. */
  private static JSONSchemaProps inner(JSONSchemaProps schema) {
    Optional<JSONSchemaProps> item = items(schema).or(() -> values(schema));
    return item.isEmpty() ? schema : inner(item.get());
  }

  private static String suffix(JSONSchemaProps schema) {
    String list = items(schema).map(item -> "[]" + suffix(item)).orElse("");
    return list.isEmpty() ? values(schema).map(value -> "{}" + suffix(value)).orElse("") : list;
  }

  private static Optional<JSONSchemaProps> items(JSONSchemaProps schema) {
    return Optional.ofNullable(schema.getItems()).map(JSONSchemaPropsOrArray::getSchema);
  }

  private static Optional<JSONSchemaProps> values(JSONSchemaProps schema) {
    return Optional.ofNullable(schema.getAdditionalProperties())
        .map(JSONSchemaPropsOrBool::getSchema);
  }

  private static String type(JSONSchemaProps schema) {
    JSONSchemaProps inner = inner(schema);
    if (Boolean.TRUE.equals(inner.getXKubernetesIntOrString())) {
      return "number or text";
    }
    return inner.getType() == null ? "any" : inner.getType();
  }

  private static String words(JSONSchemaProps schema, boolean required) {
    List<String> words = new ArrayList<>();
    if (schema.getDescription() != null) {
      words.add(schema.getDescription().replace("|", "\\|"));
    }
    JSONSchemaProps inner = inner(schema);
    if (inner.getEnum() != null && !inner.getEnum().isEmpty()) {
      words.add(
          "One of "
              + inner.getEnum().stream()
                  .map(value -> "`" + value.asText() + "`")
                  .collect(Collectors.joining(", "))
              + ".");
    }
    if (schema.getDefault() != null) {
      words.add("Default `" + schema.getDefault().toString().replace("\"", "") + "`.");
    }
    if (required) {
      words.add("Required.");
    }
    return String.join(" ", words);
  }
}
