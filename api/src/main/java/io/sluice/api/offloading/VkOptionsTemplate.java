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

/** Options that kubelets of virtual nodes are started with. */
@Group(Offloading.GROUP)
@Version(Offloading.VERSION)
@Plural("vkoptionstemplates")
@ShortNames({"vkot", "vkopt"})
@Categories(Names.CATEGORY)
@JsonClassDescription("Options that kubelets of virtual nodes are started with.")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class VkOptionsTemplate extends CustomResource<VkOptionsTemplateSpec, Void>
    implements Namespaced {}
