package io.sluice.translate.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.vocab.Names;
import io.sluice.translate.tenant.ServingCertificates.Certificate;
import io.sluice.translate.tenant.ServingCertificates.Decision;
import io.sluice.translate.tenant.ServingCertificates.Known;
import io.sluice.translate.tenant.ServingCertificates.Request;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ServingCertificatesTest {
  private static final Map<String, Known> NODES =
      Map.of(
          "liqo-tenant-milan:vn", new Known(false, Set.of("10.0.0.7")),
          "liqo-tenant-milan:worker-1", new Known(true, Set.of("10.0.0.8")));
  private static final Certificate SERVING =
      facts(
          subject("system:node:vn", "system:nodes"),
          Map.of("DNS", List.of("vn"), "IP", List.of("10.0.0.7")));
  private static final Set<String> USAGES = Set.of("digital signature", "server auth");
  private static final String VN = "system:serviceaccount:liqo-tenant-milan:vn";

  @Test
  void aKubeletGetsTheServingCertificateOfItsOwnNode() {
    assertThat(ServingCertificates.decide(request(VN, SERVING), NODES))
        .isEqualTo(new Decision.Approve());
  }

  @Test
  void requestsOfOthersAreLeftToOthers() {
    assertThat(ServingCertificates.decide(request("system:node:worker-1", SERVING), NODES))
        .isEqualTo(new Decision.NotOurs());
    assertThat(
            ServingCertificates.decide(
                new Request(VN, "kubernetes.io/kube-apiserver-client", USAGES, 3600, SERVING),
                NODES))
        .isEqualTo(new Decision.NotOurs());
  }

  static final List<Request> BAD_SERVING =
      List.of(
          request("system:serviceaccount:liqo-tenant-milan:other", SERVING),
          request("system:serviceaccount:liqo-tenant-rome:vn", SERVING),
          request(
              "system:serviceaccount:liqo-tenant-milan:worker-1",
              facts(
                  subject("system:node:worker-1", "system:nodes"),
                  Map.of("IP", List.of("10.0.0.8")))),
          serving(subject("system:node:worker-1", "system:nodes"), Map.of("DNS", List.of("vn"))),
          serving(subject("system:node:vn", "system:masters"), Map.of("DNS", List.of("vn"))),
          serving(subject("system:node:vn", "system:nodes"), Map.of()),
          serving(subject("system:node:vn", "system:nodes"), Map.of("DNS", List.of("api"))),
          serving(subject("system:node:vn", "system:nodes"), Map.of("IP", List.of("10.0.0.9"))),
          serving(
              subject("system:node:vn", "system:nodes"),
              Map.of("DNS", List.of("vn"), "URI", List.of("spiffe://x"))),
          serving(
              subject("system:node:vn", "system:nodes"),
              Map.of("DNS", List.of("vn"), "EMAIL", List.of("a@b"))),
          new Request(VN, Names.SIGNER_SERVING, Set.of("server auth"), 3600, SERVING),
          new Request(
              VN,
              Names.SIGNER_SERVING,
              Set.of("digital signature", "server auth", "client auth"),
              3600,
              SERVING),
          new Request(VN, Names.SIGNER_SERVING, USAGES, null, SERVING),
          new Request(VN, Names.SIGNER_SERVING, USAGES, 31 * 86_400, SERVING));

  @Test
  void tellsTheAccountOfAVirtualNodeByItsTenantNamespace() {
    assertThat(ServingCertificates.account("system:serviceaccount:liqo-tenant-milan:milan"))
        .contains(new ServingCertificates.Account("liqo-tenant-milan", "milan"));
    assertThat(ServingCertificates.account("system:serviceaccount:default:milan")).isEmpty();
    assertThat(ServingCertificates.account("system:serviceaccount:liqo-tenant-milan")).isEmpty();
    assertThat(ServingCertificates.account("system:node:milan")).isEmpty();
  }

  @ParameterizedTest(name = "T-24: {0}")
  @FieldSource("BAD_SERVING")
  void everythingElseIsDenied(Request request) {
    assertThat(ServingCertificates.decide(request, NODES)).isInstanceOf(Decision.Deny.class);
  }

  private static Request serving(Subject subject, Map<String, List<String>> names) {
    return request(VN, facts(subject, names));
  }

  private static Request request(String requester, Certificate facts) {
    return new Request(requester, Names.SIGNER_SERVING, USAGES, 3600, facts);
  }

  private static Subject subject(String commonName, String organisation) {
    return Subject.of(commonName, organisation);
  }

  private static Certificate facts(Subject subject, Map<String, List<String>> names) {
    return new Certificate(subject, names);
  }
}
