package io.sluice.translate.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.translate.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the kubelet's port is asked and how the provider is asked for it (§2.9, T-36). */
class AskTest {
  @ParameterizedTest
  @CsvSource({
    "/exec/ns/p/c, command=a&command=b+c&input=1&output=1, ?container=c&command=a&command=b%20c&stdin=true&stdout=true",
    "/exec/ns/p/uid/c, command=a&output=1&error=1&tty=1, ?container=c&command=a&stdout=true&tty=true",
    "/attach/ns/p/c, input=1&command=x, ?container=c&stdin=true",
    "/portForward/ns/p, port=80&port=81, ?ports=80&ports=81",
    "/portForward/ns/p, '', ''"
  })
  void aStreamIsAskedForInTheApiServersWords(String path, String query, String remote) {
    assertThat(Ask.of("POST", path, query))
        .isInstanceOfSatisfying(
            Ask.Stream.class, stream -> assertThat(stream.remote().text()).isEqualTo(remote));
  }

  @Test
  void valuesCannotBreakOutOfTheQuery() {
    Ask ask = Ask.of("POST", "/exec/ns/p/c", "output=1&command=%26stdin%3Dtrue%0D%0AX%3A+y%ff");
    assertThat(((Ask.Stream) ask).remote().text())
        .isEqualTo("?container=c&command=%26stdin%3Dtrue%0D%0AX%3A%20y%FF&stdout=true");
    assertThat(Query.parse("a=%f")).isInstanceOf(Outcome.Failed.class);
    assertThat(Query.parse("a=%zz")).isInstanceOf(Outcome.Failed.class);
  }

  @ParameterizedTest
  @CsvSource({
    "tailLines=3&follow=true, ?container=c&follow=true&tailLines=3",
    "tail=all, ?container=c",
    "tail=5, ?container=c&tailLines=5",
    "follow=false&previous=0&timestamps=1, ?container=c&timestamps=true",
    "sinceSeconds=10&limitBytes=7, ?container=c&sinceSeconds=10&limitBytes=7",
    "sinceTime=2020-01-01T00:00:00Z, ?container=c&sinceTime=2020-01-01T00%3A00%3A00Z"
  })
  void onlyOptionsThatSaySomethingAreForwarded(String query, String remote) {
    assertThat(Ask.of("GET", "/containerLogs/ns/p/c", query))
        .isInstanceOfSatisfying(
            Ask.Logs.class, logs -> assertThat(logs.options().remote().text()).isEqualTo(remote));
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'a\nb\nc\n'",
    "tailLines=2, 'b\nc\n'",
    "tailLines=0, ''",
    "tailLines=9, 'a\nb\nc\n'",
    "limitBytes=3, 'a\nb'",
    "tailLines=2&limitBytes=1, b"
  })
  void aKeptLogIsCutAsAsked(String query, String cut) {
    LogOptions options = ((Ask.Logs) Ask.of("GET", "/containerLogs/ns/p/c", query)).options();
    assertThat(new String(options.cut("a\nb\nc\n"), StandardCharsets.UTF_8)).isEqualTo(cut);
  }

  @Test
  void pathsWithoutARouteAreNotFound() {
    for (String path : List.of("/", "/exec", "/exec/ns/p", "/containerLogs/ns/p", "/pods/x")) {
      assertThat(Ask.of("GET", path, null)).as(path).isEqualTo(Ask.NOT_FOUND);
    }
  }
}
