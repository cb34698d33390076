package io.sluice.crds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.CustomResource;
import io.sluice.api.Kinds;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class RoundTripTest {
  @SuppressWarnings("unused") // read by the field source
  private static final List<Class<? extends CustomResource<?, ?>>> KINDS = Kinds.ALL;

  /** Every field of the schema has its place in the type, under the same name. */
  @ParameterizedTest
  @FieldSource("KINDS")
  void readsAndWritesEveryField(Class<? extends CustomResource<?, ?>> kind) {
    var given = Samples.full(kind);
    assertThat(written(read(given, kind))).isEqualTo(given);
  }

  @ParameterizedTest
  @FieldSource("KINDS")
  void readsAnObjectThatSaysNothing(Class<? extends CustomResource<?, ?>> kind) throws Exception {
    var object = read(Samples.empty(kind), kind);
    assertThat(read(written(object), kind)).isEqualTo(object);
    assertNoNullCollections(object.getSpec());
    assertNoNullCollections(object.getStatus());
  }

  /** One field of a newer peer must not stop a watch. */
  @ParameterizedTest
  @FieldSource("KINDS")
  void readsOverUnknownFields(Class<? extends CustomResource<?, ?>> kind) {
    var given = Samples.empty(kind);
    given.withObject("/spec").put("tomorrow", 1);
    assertThat(read(given, kind)).isEqualTo(read(Samples.empty(kind), kind));
  }

  private static CustomResource<?, ?> read(
      JsonNode tree, Class<? extends CustomResource<?, ?>> kind) {
    return Samples.JSON.unmarshal(tree.toString(), kind);
  }

  private static JsonNode written(CustomResource<?, ?> object) {
    return Samples.JSON.unmarshal(Samples.JSON.asJson(object), JsonNode.class);
  }

  private static void assertNoNullCollections(Object value) throws ReflectiveOperationException {
    if (!(value instanceof Record given)) {
      return;
    }
    for (RecordComponent component : given.getClass().getRecordComponents()) {
      var held = component.getAccessor().invoke(given);
      if (List.class.isAssignableFrom(component.getType())
          || Map.class.isAssignableFrom(component.getType())) {
        assertThat(held).as(component.toString()).isInstanceOfAny(Collection.class, Map.class);
      }
      assertNoNullCollections(held);
    }
  }
}
