package io.sluice.cli;

import picocli.CommandLine.Command;

/** The same as {@code explain namespace}, for those who ask before they extend one. */
@Command(
    name = "what-leaves",
    description = "List what leaves a namespace, or would; the same as `explain namespace`.")
final class WhatLeavesCommand extends ExplainNamespaceCommand {}
