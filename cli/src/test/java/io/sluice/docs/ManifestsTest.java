package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Objects on pages and in examples have no field that an API server would drop. */
class ManifestsTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```yaml\\n(.*?)^ *```");
  private static final Set<String> OF_EVERY_OBJECT = Set.of("apiVersion", "kind", "metadata");

  private static final JSONSchemaProps ABSENT = new JSONSchemaProps();

  private final Map<String, JSONSchemaProps> schemas =
      CrdReference.definitions().stream()
          .collect(Collectors.toMap(ManifestsTest::kind, ManifestsTest::schema));

  @Test
  void everyFieldOfOurKindsIsInTheirDefinition() throws IOException {
    List<String> unknown = new ArrayList<>();
    int seen = 0;
    for (Map<?, ?> object : objects()) {
      JSONSchemaProps schema = schemas.get(object.get("apiVersion") + "/" + object.get("kind"));
      if (schema != null) {
        seen++;
        object.forEach(
            (name, value) -> {
              if (!OF_EVERY_OBJECT.contains(name)) {
                check(object.get("kind") + "." + name, value, field(schema, name), unknown);
              }
            });
      }
    }
    assertThat(unknown).isEmpty();
    assertThat(seen).as("objects found").isGreaterThan(8);
  }

  private static List<Map<?, ?>> objects() throws IOException {
    List<String> texts = new ArrayList<>();
    for (Page page : Page.all()) {
      BLOCK
          .matcher(Files.readString(page.file()))
          .results()
          .map(it -> it.group(1))
          .forEach(texts::add);
    }
    try (Stream<Path> files = Files.walk(Page.ROOT.resolve("examples"))) {
      for (Path file : files.filter(it -> it.toString().endsWith(".yaml")).toList()) {
        texts.add(Files.readString(file));
      }
    }
    List<Map<?, ?>> objects = new ArrayList<>();
    for (String text : texts) {
      for (String document : text.stripIndent().split("(?m)^---$", -1)) {
        objects.add(Serialization.unmarshal(document, Map.class));
      }
    }
    return objects;
  }

  @SuppressWarnings("ReferenceEquality") // one object stands for what is not there
  private static void check(
      String path, Object value, JSONSchemaProps schema, List<String> unknown) {
    if (schema == ABSENT) {
      unknown.add(path);
    } else if (value instanceof List<?> list) {
      list.forEach(item -> check(path + "[]", item, schema.getItems().getSchema(), unknown));
    } else if (value instanceof Map<?, ?> map && isTyped(schema)) {
      map.forEach((name, each) -> check(path + "." + name, each, field(schema, name), unknown));
    }
  }

  /** Maps with any keys, and what is opaque to the API server, have no properties. */
  private static JSONSchemaProps field(JSONSchemaProps schema, Object name) {
    return isTyped(schema)
        ? schema.getProperties().getOrDefault(String.valueOf(name), ABSENT)
        : new JSONSchemaProps();
  }

  private static boolean isTyped(JSONSchemaProps schema) {
    return schema.getProperties() != null && !schema.getProperties().isEmpty();
  }

  private static String kind(CustomResourceDefinition definition) {
    return "%s/%s/%s"
        .formatted(
            definition.getSpec().getGroup(),
            definition.getSpec().getVersions().getFirst().getName(),
            definition.getSpec().getNames().getKind());
  }

  private static JSONSchemaProps schema(CustomResourceDefinition definition) {
    return definition.getSpec().getVersions().getFirst().getSchema().getOpenAPIV3Schema();
  }
}
