package io.sluice.translate.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A patch as it goes over the wire. */
public final class Patch {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Patch() {}

  public static JsonNode json(Map<String, Object> patch) {
    return JSON.valueToTree(patch);
  }

  public static Set<String> keys(JsonNode node) {
    return node.properties().stream().map(Map.Entry::getKey).collect(Collectors.toSet());
  }
}
