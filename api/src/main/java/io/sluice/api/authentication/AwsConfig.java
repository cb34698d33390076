package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.sluice.api.wire.Wire;

/** Credentials of a provider that signs no client certificates. */
@Wire
public record AwsConfig(
    @JsonPropertyDescription("Access key.") @Required String awsAccessKeyID,
    @JsonPropertyDescription("Secret of the access key.") @Required String awsSecretAccessKey,
    @JsonPropertyDescription("Region of the cluster.") @Required String awsRegion,
    @JsonPropertyDescription("Name of the cluster there.") @Required String awsClusterName,
    @JsonPropertyDescription("User that the key belongs to.") @Required String awsUserArn) {}
