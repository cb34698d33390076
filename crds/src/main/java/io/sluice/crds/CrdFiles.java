package io.sluice.crds;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/** The text of every file of deploy/crds, by name: a pure function of the types. */
final class CrdFiles {
  private static final String HEADER = "# Made from the types of module api by `make crds`.\n";
  private static final KubernetesSerialization MODEL = new KubernetesSerialization();
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
          .build();

  private CrdFiles() {}

  static SortedMap<String, String> render(Collection<Class<? extends CustomResource<?, ?>>> kinds) {
    var files = new TreeMap<String, String>();
    for (var kind : kinds) {
      var crd = Polish.polish(generate(kind), kind);
      files.put(fileName(crd), HEADER + yaml(crd));
    }
    return files;
  }

  private static CustomResourceDefinition generate(Class<? extends CustomResource<?, ?>> kind) {
    var made = new Capture();
    new CRDGenerator()
        .forCRDVersions("v1")
        .withOutput(new Discard())
        .withPostProcessor(made)
        .customResourceClasses(kind)
        .generate();
    return (CustomResourceDefinition) made.captured;
  }

  private static String yaml(CustomResourceDefinition crd) {
    try {
      return YAML.writeValueAsString(MODEL.convertValue(crd, JsonNode.class)).strip() + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String fileName(CustomResourceDefinition crd) {
    return crd.getSpec().getGroup() + "_" + crd.getSpec().getNames().getPlural() + ".yaml";
  }

  /** Takes the object itself: the generator's own text says neither order nor style. */
  private static final class Capture implements CRDPostProcessor {
    private HasMetadata captured = new CustomResourceDefinition();

    @Override
    public HasMetadata process(HasMetadata crd, String version) {
      captured = crd;
      return crd;
    }
  }

  private static final class Discard implements CRDGenerator.CRDOutput<OutputStream> {
    @Override
    public OutputStream outputFor(String name) {
      return new ByteArrayOutputStream();
    }

    @Override
    public void close() {}
  }
}
