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

/** Lives in the provider: what the identity of one slice may use. */
@Group(Offloading.GROUP)
@Version(Offloading.VERSION)
@Plural("quotas")
@ShortNames({"qt"})
@Categories(Names.CATEGORY)
@JsonClassDescription("What one consumer identity may use in this cluster.")
@AdditionalPrinterColumn(name = "Enforcement", jsonPath = ".spec.limitsEnforcement")
@AdditionalPrinterColumn(
    name = "Cordoned",
    jsonPath = ".spec.cordoned",
    type = AdditionalPrinterColumn.Type.BOOLEAN)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(name = "User", jsonPath = ".spec.user", priority = 1)
public final class Quota extends CustomResource<QuotaSpec, Void> implements Namespaced {}
