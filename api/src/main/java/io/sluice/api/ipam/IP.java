package io.sluice.api.ipam;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.sluice.api.vocab.Names;

/** An address of this cluster, mapped so that peers reach it. */
@Group(Ipam.GROUP)
@Version(Ipam.VERSION)
@Plural("ips")
@Categories(Names.CATEGORY)
@JsonClassDescription("An address of this cluster as peers reach it.")
@AdditionalPrinterColumn(name = "Local IP", jsonPath = ".spec.ip")
@AdditionalPrinterColumn(name = "Remapped IP", jsonPath = ".status.ip")
@AdditionalPrinterColumn(name = "Remapped IP CIDR", jsonPath = ".status.cidr")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class IP extends CustomResource<IPSpec, IPStatus> implements Namespaced {}
