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

/** Lives in the provider: a consumer that may ask for slices. */
@Group(Authentication.GROUP)
@Version(Authentication.VERSION)
@Plural("tenants")
@ShortNames({"tn"})
@Categories(Names.CATEGORY)
@JsonClassDescription("A consumer cluster that may ask this cluster for resources.")
@AdditionalPrinterColumn(name = "Condition", jsonPath = ".spec.tenantCondition")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class Tenant extends CustomResource<TenantSpec, TenantStatus> implements Namespaced {}
