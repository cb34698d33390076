package io.sluice.translate.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Pods made by chance from a seed, with a field that nobody knows in every object of the spec. */
public final class AnyPod {
  private static final String UNKNOWN = "x-unknown-";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int DEPTH = 9;

  private final Random random;
  private int unknown;

  private AnyPod(long seed) {
    this.random = new Random(seed);
  }

  public static Pod of(long seed) {
    var any = new AnyPod(seed);
    var spec = (PodSpec) any.object(PodSpec.class, 0);
    return new PodBuilder()
        .withNewMetadata()
        .withName("web-0")
        .withNamespace("shop")
        .withUid("uid-1")
        .withGeneration(1L)
        .addToLabels("app", "web")
        .endMetadata()
        .withSpec(spec)
        .editSpec()
        .withResourceClaims(List.of())
        .endSpec()
        .build();
  }

  /** Where each unknown field is, by its name. */
  public static Map<String, String> unknownFields(@Nullable Object model) {
    var found = new TreeMap<String, String>();
    collect(JSON.valueToTree(model), "", found);
    return found;
  }

  /** The same object as it comes back from an API server. */
  public static <T> T stored(T model, Class<T> type) {
    try {
      return JSON.readValue(JSON.writeValueAsString(model), type);
    } catch (java.io.IOException notJson) {
      throw new IllegalStateException(notJson);
    }
  }

  private static void collect(JsonNode node, String path, Map<String, String> found) {
    node.properties()
        .forEach(
            field -> {
              if (field.getKey().startsWith(UNKNOWN)) {
                found.put(field.getKey(), path);
              }
              collect(field.getValue(), path + "." + field.getKey(), found);
            });
    if (node.isArray()) {
      node.forEach(item -> collect(item, path + "[]", found));
    }
  }

  private Object object(Class<?> type, int depth) {
    try {
      var made = type.getConstructor().newInstance();
      for (var field : chosen(type)) {
        set(made, field, value(field.getGenericType(), depth + 1));
      }
      type.getMethod("setAdditionalProperty", String.class, Object.class)
          .invoke(made, UNKNOWN + unknown++, Map.of("deep", List.of(1, "two")));
      return made;
    } catch (ReflectiveOperationException notAModel) {
      throw new IllegalStateException(type.getName(), notAModel);
    }
  }

  private List<Field> chosen(Class<?> type) {
    var all = Arrays.stream(type.getDeclaredFields()).filter(AnyPod::isProperty).toList();
    return type == VolumeProjection.class // a union: an API server refuses two of them
        ? List.of(all.get(random.nextInt(all.size())))
        : all.stream().filter(field -> isRequired(field) || random.nextInt(10) < 6).toList();
  }

  private static boolean isRequired(Field field) {
    return field.getName().equals("path") || field.getName().equals("containers");
  }

  private static boolean isProperty(Field field) {
    return !java.lang.reflect.Modifier.isStatic(field.getModifiers())
        && !field.getName().equals("additionalProperties");
  }

  private static void set(Object made, Field field, @Nullable Object value)
      throws ReflectiveOperationException {
    if (value == null) {
      return;
    }
    var name =
        "set"
            + field.getName().substring(0, 1).toUpperCase(java.util.Locale.ROOT)
            + field.getName().substring(1);
    for (Method method : made.getClass().getMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == 1) {
        method.invoke(made, value);
        return;
      }
    }
    throw new NoSuchMethodException(made.getClass().getName() + "." + name);
  }

  private @Nullable Object value(Type type, int depth) {
    if (type instanceof ParameterizedType generic) {
      var arguments = generic.getActualTypeArguments();
      return generic.getRawType() == List.class
          ? list(arguments[0], depth)
          : map(arguments[1], depth);
    }
    if (type == Integer.class) {
      return random.nextInt(100);
    }
    if (type == Long.class) {
      return (long) random.nextInt(100);
    }
    if (type == Boolean.class) {
      return random.nextBoolean();
    }
    if (type == String.class || type == Object.class) {
      return "word" + random.nextInt(50);
    }
    if (type == Quantity.class) {
      return new Quantity(String.valueOf(random.nextInt(8)));
    }
    if (type == io.fabric8.kubernetes.api.model.IntOrString.class) {
      return new io.fabric8.kubernetes.api.model.IntOrString(random.nextInt(8));
    }
    return depth > DEPTH ? null : object((Class<?>) type, depth);
  }

  private List<Object> list(Type element, int depth) {
    var made = new ArrayList<Object>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      var value = value(element, depth);
      if (value != null) {
        made.add(value);
      }
    }
    return made;
  }

  private Map<String, Object> map(Type element, int depth) {
    var made = new LinkedHashMap<String, Object>();
    for (int i = random.nextInt(2); i >= 0; i--) {
      var value = value(element, depth);
      if (value != null) {
        made.put("key" + i, value);
      }
    }
    return made;
  }
}
