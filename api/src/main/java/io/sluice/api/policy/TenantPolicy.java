package io.sluice.api.policy;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import io.sluice.api.vocab.Names;

/** Written by the provider's administrator: guardrails, weight and pools of tenants. */
@Group(Policy.GROUP)
@Version(Policy.VERSION)
@Plural("tenantpolicies")
@ShortNames({"tpol"})
@Categories(Names.CATEGORY_OWN)
@JsonClassDescription("What a provider lends to a tenant, and what it keeps to itself.")
@AdditionalPrinterColumn(
    name = "Weight",
    jsonPath = ".spec.weight",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "PodSecurity", jsonPath = ".spec.podSecurity.level")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class TenantPolicy extends CustomResource<TenantPolicySpec, TenantPolicyStatus> {}
