package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import io.sluice.api.vocab.Names;

/** Written by people: extends its namespace to other clusters. */
@Group(Offloading.GROUP)
@Version(Offloading.VERSION)
@Plural("namespaceoffloadings")
@ShortNames({"nso", "nsof", "nsoff", "nsoffloading"})
@Categories(Names.CATEGORY)
@JsonClassDescription("Extends the namespace that it lies in to other clusters.")
@ValidationRule(
    value = "self.metadata.name == 'offloading'",
    message = "a NamespaceOffloading must be named offloading")
@AdditionalPrinterColumn(
    name = "NamespaceMappingStrategy",
    jsonPath = ".spec.namespaceMappingStrategy")
@AdditionalPrinterColumn(name = "PodOffloadingStrategy", jsonPath = ".spec.podOffloadingStrategy")
@AdditionalPrinterColumn(name = "OffloadingPhase", jsonPath = ".status.offloadingPhase")
@AdditionalPrinterColumn(
    name = "RemoteNamespaceName",
    jsonPath = ".status.remoteNamespaceName",
    priority = 10)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class NamespaceOffloading
    extends CustomResource<NamespaceOffloadingSpec, NamespaceOffloadingStatus>
    implements Namespaced {}
