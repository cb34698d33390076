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

/** Lives in the consumer: credentials for one provider. */
@Group(Authentication.GROUP)
@Version(Authentication.VERSION)
@Plural("identities")
@ShortNames({"id"})
@Categories(Names.CATEGORY)
@JsonClassDescription("Credentials of this cluster in a provider cluster.")
@AdditionalPrinterColumn(name = "Type", jsonPath = ".spec.type")
@AdditionalPrinterColumn(
    name = "KubeconfigSecret",
    jsonPath = ".status.kubeconfigSecretRef.name",
    priority = 1)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class Identity extends CustomResource<IdentitySpec, IdentityStatus>
    implements Namespaced {}
