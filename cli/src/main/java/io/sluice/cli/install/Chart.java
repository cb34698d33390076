package io.sluice.cli.install;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.sluice.api.offloading.VkOptionsTemplate;
import io.sluice.api.policy.TenantPolicy;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The Helm chart, made of the same objects as an installation by command: they are wished for with
 * words that stand for values, and these words become expressions of the template.
 */
final class Chart {
  private Chart() {}

  private static final String ID = "cluster-id-of-values";
  private static final String NAMESPACE = "namespace-of-release";
  private static final String IMAGE = "image-of-values";
  private static final String API_SERVER = "api-server-of-values";
  private static final Map<String, String> WORDS =
      Map.of(
          ID, "{{ .Values.clusterID }}",
          NAMESPACE, "{{ .Release.Namespace }}",
          IMAGE, "{{ .Values.image }}",
          API_SERVER, "{{ .Values.apiServer }}");

  /** A scalar or a tree that a value stands for, as {@code @scalar .Values.x@}. */
  private static final Pattern SCALAR = Pattern.compile("\"@scalar ([^@]+)@\"");

  private static final Pattern TREE = Pattern.compile("(?m)^( *)([^\\s:]+): \"@tree ([^@]+)@\"$");
  private static final Pattern ARGUMENTS = Pattern.compile("(?m)^ *extraArgs:\\n(?: *- .*\\n)+");
  private static final String HARDENED = "eq .Values.profile \"hardened\"";

  /** All files of the chart, by their names below its folder. */
  static Map<String, String> files(String version) {
    Wishes wishes =
        new Wishes(
            ID,
            NAMESPACE,
            version,
            new Wishes.Lending(null, Map.of(), Wishes.Profile.HARDENED),
            new Wishes.Running(IMAGE, API_SERVER));
    Map<String, String> files = new TreeMap<>();
    StringBuilder kinds = new StringBuilder();
    StringBuilder rest = new StringBuilder();
    for (HasMetadata object : Manifests.of(wishes)) {
      (object instanceof CustomResourceDefinition ? kinds : rest).append(template(object));
    }
    files.put("Chart.yaml", ChartFiles.chart(version));
    files.put("values.yaml", ChartFiles.values(version, manager(wishes)));
    files.put("values.schema.json", ChartFiles.SCHEMA);
    files.put("templates/kinds.yaml", kinds.toString());
    files.put("templates/podmonitor.yaml", ChartFiles.POD_MONITOR);
    files.put("templates/sluice.yaml", rest.toString());
    return files;
  }

  /** What the values say of the manager unless somebody says otherwise. */
  private static Map<String, Object> manager(Wishes wishes) {
    Deployment manager =
        Manifests.of(wishes).stream()
            .filter(Deployment.class::isInstance)
            .map(Deployment.class::cast)
            .findFirst()
            .orElseThrow();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("replicas", manager.getSpec().getReplicas());
    values.put(
        "resources",
        Json.tree(
            manager.getSpec().getTemplate().getSpec().getContainers().getFirst().getResources()));
    return Map.of("manager", values);
  }

  private static String template(HasMetadata object) {
    Map<String, @Nullable Object> tree = Json.tree(object);
    return switch (object) {
      case Namespace own when own.getMetadata().getName().equals(NAMESPACE) ->
          only(".Values.createNamespace", text(tree));
      case CustomResourceDefinition _ -> text(annotated(tree, "helm.sh/resource-policy", "keep"));
      case VkOptionsTemplate _ -> onlyHardened(text(afterwards(tree)));
      case TenantPolicy _ -> only(HARDENED, text(afterwards(tree)));
      case Deployment _ -> text(valued(tree));
      case ConfigMap map when map.getMetadata().getName().equals(Names.SHARING_SETTINGS) ->
          text(tree).stripTrailing() + ChartFiles.SHARING;
      default -> text(tree);
    };
  }

  /** Helm looks every kind up before it makes the first one: theirs exist only afterwards. */
  private static Map<String, @Nullable Object> afterwards(Map<String, @Nullable Object> tree) {
    return annotated(tree, "helm.sh/hook", "post-install,post-upgrade");
  }

  private static Map<String, @Nullable Object> annotated(
      Map<String, @Nullable Object> tree, String key, String value) {
    at(at(tree, "metadata"), "annotations").put(key, value);
    return tree;
  }

  private static Map<String, @Nullable Object> valued(Map<String, @Nullable Object> tree) {
    Map<String, @Nullable Object> spec = at(tree, "spec");
    spec.put("replicas", "@scalar .Values.manager.replicas@");
    if (at(at(spec, "template"), "spec").get("containers") instanceof List<?> containers) {
      containers.forEach(Chart::resources);
    }
    return tree;
  }

  @SuppressWarnings("unchecked")
  private static void resources(Object container) {
    ((Map<String, Object>) container).put("resources", "@tree .Values.manager.resources@");
  }

  @SuppressWarnings("unchecked")
  private static Map<String, @Nullable Object> at(Map<String, @Nullable Object> tree, String key) {
    return (Map<String, @Nullable Object>)
        tree.compute(key, (_, now) -> now == null ? new LinkedHashMap<String, Object>() : now);
  }

  /** The object's YAML, with braces that are its own kept from the template engine. */
  private static String text(Map<String, @Nullable Object> tree) {
    String yaml = Json.yaml(tree).replace("{{", "{{ \"{{\" }}");
    String text = yaml.startsWith("---") ? yaml : "---\n" + yaml;
    for (Map.Entry<String, String> word : WORDS.entrySet()) {
      text = text.replace(word.getKey(), word.getValue());
    }
    text = SCALAR.matcher(text).replaceAll("{{ $1 }}");
    return TREE.matcher(text)
        .replaceAll(
            found ->
                "%s%s: {{- toYaml %s | nindent %d }}"
                    .formatted(
                        found.group(1),
                        found.group(2),
                        found.group(3).replace("$", "\\$"),
                        found.group(1).length() + 2));
  }

  private static String only(String condition, String text) {
    return "{{- if " + condition + " }}\n" + text + "{{- end }}\n";
  }

  /** The arguments of kubelets are what the profile changes. */
  private static String onlyHardened(String text) {
    return ARGUMENTS
        .matcher(text)
        .replaceAll(found -> "{{- if " + HARDENED + " }}\n" + found.group() + "{{- end }}\n");
  }
}
