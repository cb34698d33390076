package io.sluice.api.policy;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import io.sluice.api.vocab.Names;

/** Written by the consumer's administrator: extends every namespace that it selects. */
@Group(Policy.GROUP)
@Version(Policy.VERSION)
@Plural("clusternamespaceoffloadings")
@ShortNames({"cnso"})
@Categories(Names.CATEGORY_OWN)
@JsonClassDescription("Extends every namespace that it selects to other clusters.")
@AdditionalPrinterColumn(
    name = "NamespaceMappingStrategy",
    jsonPath = ".spec.namespaceMappingStrategy")
@AdditionalPrinterColumn(name = "PodOffloadingStrategy", jsonPath = ".spec.podOffloadingStrategy")
@AdditionalPrinterColumn(
    name = "Namespaces",
    jsonPath = ".status.matchedNamespaces",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class ClusterNamespaceOffloading
    extends CustomResource<ClusterNamespaceOffloadingSpec, ClusterNamespaceOffloadingStatus> {}
