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

/** Lives in the consumer: a node that stands for the resources of one slice. */
@Group(Offloading.GROUP)
@Version(Offloading.VERSION)
@Plural("virtualnodes")
@ShortNames({"vn", "vnode", "virno", "vno"})
@Categories(Names.CATEGORY)
@JsonClassDescription("A node that stands for resources of another cluster.")
@AdditionalPrinterColumn(name = "ClusterID", jsonPath = ".spec.clusterID")
@AdditionalPrinterColumn(
    name = "Create Node",
    jsonPath = ".spec.createNode",
    type = AdditionalPrinterColumn.Type.BOOLEAN)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(
    name = "Node",
    jsonPath = ".status.conditions[?(@.type==\"Node\")].status",
    priority = 1)
@AdditionalPrinterColumn(
    name = "VirtualKubelet",
    jsonPath = ".status.conditions[?(@.type==\"VirtualKubelet\")].status",
    priority = 1)
public final class VirtualNode extends CustomResource<VirtualNodeSpec, VirtualNodeStatus>
    implements Namespaced {}
