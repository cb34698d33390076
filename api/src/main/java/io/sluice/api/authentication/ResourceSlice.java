package io.sluice.api.authentication;

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

/** Made by the consumer, decided by the provider: resources to lend. */
@Group(Authentication.GROUP)
@Version(Authentication.VERSION)
@Plural("resourceslices")
@ShortNames({"rslice"})
@Categories(Names.CATEGORY)
@JsonClassDescription("Resources that a consumer cluster asks of a provider cluster.")
@AdditionalPrinterColumn(
    name = "Authentication",
    jsonPath = ".status.conditions[?(@.type==\"Authentication\")].status")
@AdditionalPrinterColumn(
    name = "Resources",
    jsonPath = ".status.conditions[?(@.type==\"Resources\")].status")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class ResourceSlice extends CustomResource<ResourceSliceSpec, ResourceSliceStatus>
    implements Namespaced {}
