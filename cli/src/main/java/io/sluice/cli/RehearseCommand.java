package io.sluice.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Starts both long-running roles in one process, until its standard input ends. Whoever builds the
 * image trains its AOT cache by it: one cache serves all roles, and so all of them have to be seen
 * in one run.
 */
@Command(
    name = "rehearse",
    hidden = true,
    description = "Start the long-running roles until input ends, to train an AOT cache.")
final class RehearseCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "KUBECONFIG", description = "an API server to talk to")
  private Path kubeconfig;

  @Parameters(index = "1", paramLabel = "PORT", description = "the port of the node")
  private int port;

  @Override
  public Integer call() throws Exception {
    Path folder = Files.createTempDirectory("rehearsal");
    String id = "--cluster-id=rehearsal";
    start(
        "manager", id, "--own-rights", "--kubeconfig=" + kubeconfig, "--kubelet-folder=" + folder);
    start(
        "kubelet",
        "--nodename=rehearsal",
        "--tenant-namespace=rehearsal",
        "--home-cluster-id=rehearsal",
        "--foreign-cluster-id=elsewhere",
        "--home-kubeconfig=" + kubeconfig,
        "--foreign-kubeconfig=" + kubeconfig,
        "--certificate-type=self-signed",
        "--listen-port=" + port);
    int _ = System.in.read(); // whoever started this says when it is enough
    return Main.OK;
  }

  private static void start(String... arguments) {
    Thread.ofPlatform().daemon().start(() -> Main.commandLine().execute(arguments));
  }
}
