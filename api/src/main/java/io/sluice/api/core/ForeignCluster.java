package io.sluice.api.core;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import io.sluice.api.vocab.Names;

/** Mirror of all that is known about one peer; made by the manager, never by people. */
@Group(Core.GROUP)
@Version(Core.VERSION)
@Plural("foreignclusters")
@ShortNames({"fc"})
@Categories(Names.CATEGORY)
@JsonClassDescription("What is known about another cluster.")
@AdditionalPrinterColumn(name = "Role", jsonPath = ".status.role")
@AdditionalPrinterColumn(name = "ClusterID", jsonPath = ".spec.clusterID", priority = 1)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class ForeignCluster extends CustomResource<ForeignClusterSpec, ForeignClusterStatus> {

  /** Its API server was reached when that was last tried. */
  public boolean answers() {
    return getStatus() != null
        && getStatus().conditions().stream()
            .anyMatch(condition -> condition.isEstablished(PeerConditionType.API_SERVER_STATUS));
  }
}
