package io.sluice.api.wire;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads enum constants by their wire name, and every other text as absent. */
final class LenientEnum extends JsonDeserializer<Object> implements ContextualDeserializer {
  private final Map<String, Object> constants;

  LenientEnum() {
    this(Map.of());
  }

  private LenientEnum(Map<String, Object> constants) {
    this.constants = constants;
  }

  @Override
  public JsonDeserializer<?> createContextual(
      DeserializationContext context, @Nullable BeanProperty property) {
    return new LenientEnum(constants(context.getContextualType().getRawClass()));
  }

  @Override
  public @Nullable Object deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    return constants.get(parser.getValueAsString());
  }

  private static Map<String, Object> constants(Class<?> type) {
    var byName = new HashMap<String, Object>();
    for (var field : type.getFields()) {
      var name = field.getAnnotation(JsonProperty.class);
      if (name != null) {
        byName.put(name.value(), constant(type, field.getName()));
      }
    }
    return byName;
  }

  private static Object constant(Class<?> type, String name) {
    for (var constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("not an enum: " + type);
  }
}
