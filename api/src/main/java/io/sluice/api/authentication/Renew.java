package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.sluice.api.vocab.Names;

/** Made by the consumer, filled by the provider: carries renewed credentials home. */
@Group(Authentication.GROUP)
@Version(Authentication.VERSION)
@Plural("renews")
@Categories(Names.CATEGORY)
@JsonClassDescription(
    "Carries renewed credentials from the provider cluster to the consumer cluster.")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class Renew extends CustomResource<RenewSpec, RenewStatus> implements Namespaced {}
