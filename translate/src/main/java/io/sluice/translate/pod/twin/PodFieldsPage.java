package io.sluice.translate.pod.twin;

import java.util.Comparator;
import java.util.stream.Collectors;

/** The verdict table as a page of the documentation. */
public final class PodFieldsPage {
  private PodFieldsPage() {}

  public static String markdown() {
    var head =
        """
        # What happens to each field of a pod

        Made from the table that the translation uses; a test keeps the two equal. The remote pod
        starts from the whole spec of the local one:

        - **passed**: sent as it is,
        - **translated**: sent with another value,
        - **consumed**: used at home and not sent; what a pod sets of these is listed in the
          annotation `sluice.io/consumed-fields` of its ShadowPod,
        - **refused**: the pod is not offloaded while the field is set, and says why.

        Fields that Sluice does not know, at any depth, are passed. A provider that does not know
        them refuses the pod instead of dropping them.

        | field of `spec` | verdict | |
        |---|---|---|
        """;
    return PodFields.ALL.stream()
        .sorted(Comparator.comparing(FieldVerdict::field))
        .map(line -> "| `%s` | %s | %s |".formatted(line.field(), line.verdict(), line.why()))
        .collect(Collectors.joining("\n", head, "\n"));
  }
}
