package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import io.sluice.api.vocab.Names;

/** Lives in the provider: wraps the spec of one offloaded pod and stands for its existence. */
@Group(Offloading.GROUP)
@Version(Offloading.VERSION)
@Plural("shadowpods")
@ShortNames({"shp", "shpod"})
@Categories(Names.CATEGORY)
@JsonClassDescription("A pod of a consumer cluster that this cluster shall run.")
@AdditionalPrinterColumn(name = "Status", jsonPath = ".status.phase")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class ShadowPod extends CustomResource<ShadowPodSpec, ShadowPodStatus>
    implements Namespaced {}
