package io.sluice.translate.node;

import io.fabric8.kubernetes.api.model.NodeRuntimeHandler;
import io.fabric8.kubernetes.api.model.NodeRuntimeHandlerFeatures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What holds on all lent nodes (D-12), as labels of a ResourceSlice's status: the contract has no
 * other place that brings facts about nodes to the consumer (T-9).
 */
public final class LentLabels {
  private static final String ARCHITECTURE = "arch.sluice.io/";
  private static final String FEATURE = "feature.sluice.io/";
  private static final String HANDLER = "handler.sluice.io/";

  /** The handler without a name; names of others are in lower case. */
  private static final String UNNAMED = "DEFAULT";

  private static final String TRUE = "true";
  private static final String READ_ONLY_MOUNTS = "recursive-read-only-mounts";
  private static final String USER_NAMESPACES = "user-namespaces";
  private static final String AND = ".";
  private static final String PLAIN = "plain";

  private LentLabels() {}

  public static SortedMap<String, String> of(LentFacts facts) {
    SortedMap<String, String> labels = new TreeMap<>();
    facts.architectures().stream()
        .filter(name -> !name.isEmpty())
        .forEach(name -> labels.put(ARCHITECTURE + name, TRUE));
    facts.features().forEach(name -> labels.put(FEATURE + name, TRUE));
    for (NodeRuntimeHandler handler : facts.handlers()) {
      boolean unnamed = handler.getName() == null || handler.getName().isEmpty();
      labels.put(HANDLER + (unnamed ? UNNAMED : handler.getName()), features(handler));
    }
    return labels;
  }

  /** What a slice's labels say; a provider that says nothing leaves the facts unknown. */
  public static LentFacts read(Map<String, String> labels) {
    TreeSet<String> architectures = new TreeSet<>();
    List<String> features = new ArrayList<>();
    List<NodeRuntimeHandler> handlers = new ArrayList<>();
    new TreeMap<>(labels)
        .forEach(
            (key, value) -> {
              String name = key.substring(key.indexOf('/') + 1);
              if (key.startsWith(ARCHITECTURE)) {
                architectures.add(name);
              } else if (key.startsWith(FEATURE)) {
                features.add(name);
              } else if (key.startsWith(HANDLER)) {
                handlers.add(handler(name.equals(UNNAMED) ? "" : name, value));
              }
            });
    return new LentFacts(
        architectures.isEmpty() ? LentFacts.UNKNOWN.architectures() : architectures,
        features,
        handlers);
  }

  /** Whether a label is one of these, and so no label of the Node itself. */
  public static boolean isFact(String key) {
    return key.startsWith(ARCHITECTURE) || key.startsWith(FEATURE) || key.startsWith(HANDLER);
  }

  private static String features(NodeRuntimeHandler handler) {
    @Nullable NodeRuntimeHandlerFeatures features = handler.getFeatures();
    List<String> words = new ArrayList<>();
    if (features != null && Boolean.TRUE.equals(features.getRecursiveReadOnlyMounts())) {
      words.add(READ_ONLY_MOUNTS);
    }
    if (features != null && Boolean.TRUE.equals(features.getUserNamespaces())) {
      words.add(USER_NAMESPACES);
    }
    return words.isEmpty() ? PLAIN : String.join(AND, words);
  }

  private static NodeRuntimeHandler handler(String name, String value) {
    List<String> words = List.of(value.split("\\."));
    return new NodeRuntimeHandler(
        new NodeRuntimeHandlerFeatures(
            words.contains(READ_ONLY_MOUNTS), words.contains(USER_NAMESPACES)),
        name);
  }
}
