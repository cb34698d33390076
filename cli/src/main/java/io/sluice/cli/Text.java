package io.sluice.cli;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.offloading.MappingStrategy;
import io.sluice.api.offloading.PodOffloadingStrategy;
import io.sluice.cli.shell.Quantities;
import io.sluice.engine.kube.Json;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Small things as people read them. */
final class Text {
  private Text() {}

  /** Values of an enumeration as the API writes them. */
  abstract static class Words<E extends Enum<E>> implements Iterable<String>, ITypeConverter<E> {
    private final E[] values;

    Words(E[] values) {
      this.values = values;
    }

    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(values).map(Text::word).iterator();
    }

    @Override
    public E convert(String text) {
      return Arrays.stream(values)
          .filter(value -> Text.word(value).equalsIgnoreCase(text))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'%s' is none of %s".formatted(text, String.join(", ", this))));
    }
  }

  static final class PodStrategies extends Words<PodOffloadingStrategy> {
    PodStrategies() {
      super(PodOffloadingStrategy.values());
    }
  }

  static final class MappingStrategies extends Words<MappingStrategy> {
    MappingStrategies() {
      super(MappingStrategy.values());
    }
  }

  /** An enumeration's value as the API writes it. */
  static String word(Enum<?> value) {
    return Arrays.stream(value.name().split("_"))
        .map(part -> part.charAt(0) + part.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }

  static String quantities(Map<String, Quantity> resources) {
    String text =
        Quantities.texts(resources).entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", "));
    return text.isEmpty() ? "nothing" : text;
  }

  static void put(Map<String, Quantity> all, String name, @Nullable Quantity quantity) {
    if (quantity != null) {
      all.put(name, quantity);
    }
  }

  /** Objects as a stream of YAML documents, each group with a remark. */
  static void documents(PrintWriter out, String remark, List<? extends HasMetadata> objects) {
    out.println("# " + remark);
    out.print(yaml(objects));
    out.flush();
  }

  static HasMetadata nameOf(HasMetadata object) {
    GenericKubernetesResource name = new GenericKubernetesResource();
    name.setApiVersion(object.getApiVersion());
    name.setKind(object.getKind());
    name.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(object.getMetadata().getNamespace())
            .withName(object.getMetadata().getName())
            .build());
    return name;
  }

  static String yaml(List<? extends HasMetadata> objects) {
    StringBuilder text = new StringBuilder();
    for (HasMetadata object : objects) {
      String yaml = Json.yaml(object);
      text.append(yaml.startsWith("---") ? yaml : "---\n" + yaml);
    }
    return text.toString();
  }
}
