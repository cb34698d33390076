package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Bad input that needs no cluster: one line what, one line what to do, an exit code. */
class BadInputTest {
  @TempDir private Path folder;

  @Test
  void aCommandThatDoesNotExist() {
    Told.of("pear").fails(2, "Unmatched argument", "did you mean peer? see: sluice --help");
    Told.of("fly").fails(2, "Unmatched argument", "\nsee: sluice --help");
  }

  @Test
  void anOptionThatDoesNotExist() {
    Told.of("peer", "--remote-kubeconfg=x")
        .fails(2, "Unknown option", "did you mean --remote-kubeconfig? see: sluice peer --help");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lots", "-1", "4Gigs", ""})
  void anAmountThatIsNone(String amount) {
    Told.of("peer", "--memory=" + amount).fails(2, "'%s' is not an amount".formatted(amount));
    Told.of("peer", "--resource=gpu=" + amount).fails(2, "is not an amount");
  }

  @Test
  void aDurationThatIsNone() {
    Told.of("peer", "--timeout=soon").fails(2, "'--timeout': 'soon' is not a duration");
  }

  /** Even where something else that the command needs is missing. */
  @Test
  void everyCommandExplainsItself() {
    explainsItself(Main.commandLine(), List.of());
  }

  private static void explainsItself(CommandLine command, List<String> words) {
    List<String> asked = Stream.concat(words.stream(), Stream.of("--help")).toList();
    assertThat(Told.of(asked.toArray(String[]::new)).succeeds().out())
        .startsWith("Usage: " + command.getCommandSpec().qualifiedName() + " ");
    command
        .getSubcommands()
        .forEach(
            (name, child) ->
                explainsItself(child, Stream.concat(words.stream(), Stream.of(name)).toList()));
  }

  @Test
  void aKubeconfigThatIsNotThere() {
    Told.in(folder.resolve("nowhere"), "status").fails(2, "cannot read kubeconfig", "--help");
  }

  @Test
  void aKubeconfigThatIsNone() throws IOException {
    Path file = Files.writeString(folder.resolve("config"), "hello: [");
    Told.in(file, "status").fails(2, "does not parse");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Rome", "-a", "a_b", "system:a"})
  void aClusterIdThatIsNone(String id) {
    Told.of("install", "--cluster-id=" + id, "--dry-run").fails(2, "is not a DNS label", "do: ");
  }

  @Test
  void aClusterIdThatIsTooLong() {
    Told.of("install", "--cluster-id", "a".repeat(64), "--dry-run")
        .fails(2, "at most 63 characters");
  }

  @Test
  void aPercentageThatIsNone() {
    Told.of("install", "--cluster-id", "rome", "--sharing-percentage", "101", "--dry-run")
        .fails(2, "not between 0 and 100");
  }

  @Test
  void aProviderThatDoesNotAnswer() throws IOException {
    Told.in(dead(), "status").fails(1, "does not answer", "check that it runs");
  }

  /** Whoever accepts connections and then says nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {"status", "doctor", "explain pod web", "what-leaves shop", "get virtualnodes"})
  void aClusterThatHangs(String command) throws IOException {
    try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.add("--timeout=1s");
      Told.in(at(mute.getLocalPort()), words.toArray(String[]::new))
          .fails(3, "timed out after 1s", "--timeout");
    }
  }

  @Test
  void aNamespaceStrategyThatIsNone() {
    Told.of("offload", "namespace", "shop", "--pod-offloading-strategy", "Elsewhere")
        .fails(2, "none of Local, Remote, LocalAndRemote");
  }

  @Test
  void aSelectedNameWithoutAName() {
    Told.of("offload", "namespace", "shop", "--namespace-mapping-strategy", "SelectedName")
        .fails(2, "need each other");
  }

  @Test
  void noRemoteCluster() throws IOException {
    Told.in(dead(), "peer").fails(2, "which remote cluster is not said");
  }

  @Test
  void dryRunPrintsManifestsAndTouchesNothing() {
    Told told =
        Told.of("install", "--cluster-id", "rome", "--sharing-percentage", "80", "--dry-run");

    assertThat(told.succeeds().out())
        .contains(
            "kind: \"CustomResourceDefinition\"", "CLUSTER_ID: \"rome\"", "percentage: \"80\"")
        .doesNotContain(": null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh"})
  void completionKnowsTheCommands(String shell) {
    assertThat(Told.of("completion", shell).succeeds().out())
        .contains("unoffload", "--sharing-percentage");
  }

  private Path dead() throws IOException {
    return at(1);
  }

  private Path at(int port) throws IOException {
    return Files.writeString(
        folder.resolve("dead"),
        """
        apiVersion: v1
        kind: Config
        current-context: c
        clusters: [{name: c, cluster: {server: "https://127.0.0.1:%d"}}]
        users: [{name: c, user: {token: x}}]
        contexts: [{name: c, context: {cluster: c, user: c}}]
        """
            .formatted(port));
  }
}
