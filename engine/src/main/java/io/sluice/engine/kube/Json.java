package io.sluice.engine.kube;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DatabindException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListMeta;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The one seam to the JSON library: models in, bytes out, and back. */
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final KubernetesSerialization SERIALIZATION =
      new KubernetesSerialization(MAPPER, false);
  private static final TypeReference<Map<String, @Nullable Object>> TREE = new TypeReference<>() {};

  static {
    MAPPER.addMixIn(ObjectMeta.class, WithoutManagers.class);
  }

  /** Who set which field is a third of every object, and nothing here asks for it. */
  @JsonIgnoreProperties("managedFields")
  private interface WithoutManagers {}

  private Json() {}

  public static byte[] bytes(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static <T> T read(byte[] bytes, Class<T> type) {
    try {
      return MAPPER.readValue(bytes, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static <T> T read(InputStream in, Class<T> type) throws IOException {
    return MAPPER.readValue(in, type);
  }

  /** A model as the plain tree of maps, lists and scalars that it has on the wire. */
  public static Map<String, @Nullable Object> tree(Object value) {
    return MAPPER.convertValue(value, TREE);
  }

  public static <T> T convert(Object tree, Class<T> type) {
    return MAPPER.convertValue(tree, type);
  }

  public static String yaml(Object value) {
    return SERIALIZATION.asYaml(value);
  }

  public static <T> T readYaml(String text, Class<T> type) {
    return SERIALIZATION.unmarshal(text, type);
  }

  /** The kind that a document says it is of; empty when it does not say. */
  static String kind(byte[] document) {
    try (JsonParser parser = MAPPER.createParser(document)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        if (field.equals("kind")) {
          return parser.getText();
        }
        parser.skipChildren();
      }
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * One page of a list: the items typed, the rest as far as it is needed. An item that is not of
   * its type fails alone: who may write fields that no schema checks must not blind us to others.
   */
  static <T extends HasMetadata> Page<T> page(byte[] answer, Kind<T> kind) {
    try {
      return quickPage(answer, kind);
    } catch (DatabindException unfit) {
      return carefulPage(answer, kind);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T extends HasMetadata> Page<T> carefulPage(byte[] answer, Kind<T> kind) {
    try {
      JsonNode root = MAPPER.readTree(answer);
      List<T> items = new ArrayList<>();
      List<T> unreadable = new ArrayList<>();
      for (JsonNode item : root.path("items")) {
        try {
          items.add(MAPPER.treeToValue(item, kind.type()));
        } catch (DatabindException unfit) {
          unreadable.add(bare(item, kind.type()));
        }
      }
      JsonNode meta = root.path("metadata");
      return new Page<>(
          items,
          unreadable,
          meta.path("continue").asText(""),
          meta.path("resourceVersion").asText(""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What can be said of an object that is not of its type: its metadata, which servers check. */
  private static <T> T bare(JsonNode object, Class<T> type) throws IOException {
    ObjectNode bare = MAPPER.createObjectNode();
    bare.set("metadata", object.path("metadata"));
    return MAPPER.treeToValue(bare, type);
  }

  private static <T extends HasMetadata> Page<T> quickPage(byte[] answer, Kind<T> kind)
      throws IOException {
    try (JsonParser parser = MAPPER.createParser(answer)) {
      List<T> items = new ArrayList<>();
      ListMeta meta = new ListMeta();
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        JsonToken value = parser.nextToken();
        if (field.equals("metadata")) {
          meta = parser.readValueAs(ListMeta.class);
        } else if (field.equals("items") && value == JsonToken.START_ARRAY) {
          while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(parser.readValueAs(kind.type()));
          }
        } else {
          parser.skipChildren();
        }
      }
      String next = meta.getContinue() == null ? "" : meta.getContinue();
      String version = meta.getResourceVersion() == null ? "" : meta.getResourceVersion();
      return new Page<>(items, List.of(), next, version);
    }
  }

  /**
   * Items, those that are not of their type and have only their metadata, the token of the next
   * page (empty at the end), and the version of the whole list.
   */
  record Page<T>(List<T> items, List<T> unreadable, String next, String version) {}

  /** One line of a watch: {@code {"type": …, "object": …}}, in this order as servers write it. */
  static <T> WatchEvent<T> watchEvent(Lines line, Class<T> type) throws IOException {
    try {
      return quickEvent(line, type);
    } catch (DatabindException unfit) {
      JsonNode root = MAPPER.readTree(line.copy()); // fails where the line is torn
      String event = root.path("type").asText("");
      if (event.equals("ERROR")) {
        throw unfit;
      }
      return new WatchEvent<>(event, bare(root.path("object"), type), null, false);
    }
  }

  private static <T> WatchEvent<T> quickEvent(Lines line, Class<T> type) throws IOException {
    try (JsonParser parser = MAPPER.createParser(line.buffer(), line.offset(), line.length())) {
      String event = "";
      @Nullable T object = null;
      @Nullable Status status = null;
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        if (field.equals("type")) {
          event = parser.getText();
        } else if (field.equals("object") && event.equals("ERROR")) {
          status = parser.readValueAs(Status.class);
        } else if (field.equals("object")) {
          object = parser.readValueAs(type);
        } else {
          parser.skipChildren();
        }
      }
      return new WatchEvent<>(event, object, status, true);
    }
  }

  /**
   * What one line of a watch said.
   *
   * @param readable whether the object is of its type; else it has only its metadata
   */
  record WatchEvent<T>(
      String type, @Nullable T object, @Nullable Status status, boolean readable) {}
}
