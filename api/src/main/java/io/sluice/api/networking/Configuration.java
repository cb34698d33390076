package io.sluice.api.networking;

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

/** How two networks see each other. */
@Group(Networking.GROUP)
@Version(Networking.VERSION)
@Plural("configurations")
@ShortNames({"conf"})
@Categories(Names.CATEGORY)
@JsonClassDescription("How the network of a peer is seen from this cluster.")
@AdditionalPrinterColumn(name = "Desired Pod CIDR", jsonPath = ".spec.remote.cidr.pod")
@AdditionalPrinterColumn(name = "Remapped Pod CIDR", jsonPath = ".status.remote.cidr.pod")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(
    name = "Desired External CIDR",
    jsonPath = ".spec.remote.cidr.external",
    priority = 1)
@AdditionalPrinterColumn(
    name = "Remapped External CIDR",
    jsonPath = ".status.remote.cidr.external",
    priority = 1)
@AdditionalPrinterColumn(
    name = "ClusterID",
    jsonPath = ".metadata.labels.liqo\\.io/remote-cluster-id",
    priority = 1)
public final class Configuration extends CustomResource<ConfigurationSpec, ConfigurationStatus>
    implements Namespaced {}
