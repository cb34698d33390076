package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import io.sluice.api.vocab.Names;

/** Lives in the provider: endpoints of a reflected service. */
@Group(Offloading.GROUP)
@Version(Offloading.VERSION)
@Plural("shadowendpointslices")
@ShortNames({"shes", "sheps", "seps"})
@Categories(Names.CATEGORY)
@JsonClassDescription("Endpoints of a consumer cluster, to be published in this one.")
public final class ShadowEndpointSlice extends CustomResource<ShadowEndpointSliceSpec, Void>
    implements Namespaced {}
