package io.sluice.translate.tenant;

/** Why somebody is not let in: one word for machines, one sentence for people. */
public record Refusal(String reason, String message) {}
