package io.sluice.translate.pod.twin;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.sluice.api.offloading.OffloadingPatch;
import io.sluice.api.offloading.ShadowPod;
import java.util.List;
import java.util.Objects;

/** The pod and the border that the tests of this package start from. */
final class Given {
  static final Route ROUTE = new Route("home", "away", "vn-away", "shop-home");
  static final TwinContext BORDER = TwinContext.plain(ROUTE);
  static final HomeApi.Tokens TOKENS =
      new HomeApi.Tokens(HomeApi.ALIAS, 443, List.of("10.70.0.1", "fd00:70::1"));

  private Given() {}

  static PodBuilder pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withName("web-0")
        .withNamespace("shop")
        .withUid("uid-1")
        .withGeneration(4L)
        .addToLabels("app", "web")
        .endMetadata()
        .withNewSpec()
        .withNodeName("vn-away")
        .withRestartPolicy("Always")
        .withServiceAccountName("clerk")
        .withServiceAccount("clerk")
        .addNewContainer()
        .withName("main")
        .withImage("web:1")
        .endContainer()
        .endSpec();
  }

  static PodBuilder annotated(String key, String value) {
    return pod().editMetadata().addToAnnotations(key, value).endMetadata();
  }

  static TwinContext border(HomeApi api) {
    return new TwinContext(
        ROUTE, TwinContext.NO_PATCH, api, NamespaceSettings.DEFAULT, TwinContext.Limits.DEFAULT);
  }

  static TwinContext border(OffloadingPatch patch) {
    return new TwinContext(
        ROUTE,
        patch,
        new HomeApi.Disabled(),
        NamespaceSettings.DEFAULT,
        TwinContext.Limits.DEFAULT);
  }

  static ShadowPod shadow(Pod local, TwinContext context) {
    var twin = PodTwin.of(local, context);
    assertThat(twin).isInstanceOf(Twin.Wanted.class);
    return ((Twin.Wanted) twin).shadow();
  }

  static PodSpec spec(Pod local, TwinContext context) {
    return Objects.requireNonNull(shadow(local, context).getSpec().pod());
  }

  static PodSpec spec(PodBuilder local) {
    return spec(local.build(), BORDER);
  }
}
