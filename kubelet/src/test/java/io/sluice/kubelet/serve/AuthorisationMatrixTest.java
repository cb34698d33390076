package io.sluice.kubelet.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every verb, begun by GET and by POST, by everybody who may and who may not (T-37). */
class AuthorisationMatrixTest {
  private static Stage stage;

  @BeforeAll
  static void open() throws Exception {
    stage = new Stage();
  }

  @AfterAll
  static void close() throws Exception {
    stage.close();
  }

  /** What somebody does to a pod. */
  private enum Verb {
    LOGS("containerLogs/ns/%s/c", false),
    EXEC("exec/ns/%s/c?command=id&output=1", true),
    ATTACH("attach/ns/%s/c?output=1", true),
    PORT_FORWARD("portForward/ns/%s", true),
    STATS("stats/summary?%s", false);

    private final String path;
    private final boolean isStream;

    Verb(String path, boolean isStream) {
      this.path = path;
      this.isStream = isStream;
    }
  }

  /** Who asks: a token, or none. The monitor may get everything and create nothing. */
  private enum Who {
    ANONYMOUS(""),
    INVALID("nobody"),
    WRONG_ACCOUNT("system:serviceaccount:default:default"),
    MONITOR("monitor"),
    RIGHT_ONE("api-server");

    private final String token;

    Who(String token) {
      this.token = token;
    }
  }

  record Case(Verb verb, String method, Who who, String pod, int status) {}

  static Stream<Case> cases() {
    List<Case> all = new ArrayList<>();
    for (Verb verb : Verb.values()) {
      for (String method : List.of("GET", "POST")) {
        all.add(new Case(verb, method, Who.ANONYMOUS, "echo", 401));
        all.add(new Case(verb, method, Who.INVALID, "echo", 401));
        all.add(new Case(verb, method, Who.WRONG_ACCOUNT, "echo", 403));
        all.add(new Case(verb, method, Who.MONITOR, "echo", monitor(verb, method)));
        all.add(new Case(verb, method, Who.RIGHT_ONE, "echo", right(verb, method)));
        if (verb.isStream) {
          all.add(new Case(verb, method, Who.RIGHT_ONE, "refuse", 403)); // by the provider
        }
      }
    }
    return all.stream();
  }

  /** Reading is a monitor's business; running something is not, however it begins. */
  private static int monitor(Verb verb, String method) {
    return verb.isStream || method.equals("POST") ? 403 : right(verb, method);
  }

  private static int right(Verb verb, String method) {
    if (verb.isStream) {
      return 101;
    }
    if (method.equals("POST")) {
      return 405;
    }
    return verb == Verb.LOGS ? 200 : 500; // this provider measures nothing
  }

  @ParameterizedTest
  @MethodSource("cases")
  void eachGetsWhatItMay(Case each) throws Exception {
    int asked = stage.provider.heads.size();
    try (RawClient client = RawClient.connect(stage.anonymous(), stage.port)) {
      String line = each.method() + " /" + each.verb().path.formatted(each.pod());
      String token =
          each.who() == Who.ANONYMOUS ? "" : "Authorization: Bearer " + each.who().token + "\r\n";
      String upgrade = each.verb().isStream ? RawClient.UPGRADE : "";
      assertThat(RawClient.status(client.ask(line, upgrade + token))).isEqualTo(each.status());
    }
    if (each.status() == 401 || (each.status() == 403 && !each.pod().equals("refuse"))) {
      assertThat(stage.provider.heads).as("nothing reaches the provider").hasSize(asked);
    }
  }
}
