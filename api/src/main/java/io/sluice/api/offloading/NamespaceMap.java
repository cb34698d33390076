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

/** Made by the consumer, fulfilled by the provider: its twin namespaces. */
@Group(Offloading.GROUP)
@Version(Offloading.VERSION)
@Plural("namespacemaps")
@ShortNames({"nm", "nsmap"})
@Categories(Names.CATEGORY)
@JsonClassDescription("Namespaces of a consumer cluster and their twins in the provider cluster.")
@AdditionalPrinterColumn(name = "Local", jsonPath = ".metadata.labels.liqo\\.io/replication")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class NamespaceMap extends CustomResource<NamespaceMapSpec, NamespaceMapStatus>
    implements Namespaced {}
