package io.sluice.engine.kube;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/** T-41: asked at the moment of sending, so that no thread has to run to stop a writer. */
class WritingWhileTest {
  private static final Kind<ConfigMap> MAPS = Kind.of(ConfigMap.class);
  private static final Ref REF = new Ref("shop", "map");
  private static final String NOT_LEADING = "not leading";

  @Test
  void onlyReadsPassWhileTheConditionDoesNotHold() throws Exception {
    AtomicBoolean leads = new AtomicBoolean();
    Endpoint nobody =
        new Endpoint(URI.create("https://127.0.0.1:1"), SSLContext.getDefault(), () -> null);
    ConfigMap map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace("shop")
            .withName("map")
            .endMetadata()
            .build();
    try (Api api = new Api(nobody, "test")) {
      Api led = api.writingWhile(leads::get);

      assertThatThrownBy(() -> led.create(MAPS, map)).hasMessageContaining(NOT_LEADING);
      assertThatThrownBy(() -> led.replace(MAPS, map)).hasMessageContaining(NOT_LEADING);
      assertThatThrownBy(() -> led.patch(MAPS, REF, Patch.merge(Map.of())))
          .hasMessageContaining(NOT_LEADING);
      assertThatThrownBy(() -> led.delete(MAPS, REF, "uid", null))
          .hasMessageContaining(NOT_LEADING);
      // Nobody is there to answer, but these are sent.
      assertThatThrownBy(() -> led.get(MAPS, REF)).hasMessageNotContaining(NOT_LEADING);
      assertThatThrownBy(() -> api.create(MAPS, map)).hasMessageNotContaining(NOT_LEADING);
      leads.set(true);
      assertThatThrownBy(() -> led.create(MAPS, map)).hasMessageNotContaining(NOT_LEADING);
    }
  }
}
