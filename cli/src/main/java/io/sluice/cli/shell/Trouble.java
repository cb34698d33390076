package io.sluice.cli.shell;

import io.sluice.engine.kube.ApiFailure;
import io.sluice.manager.border.Patience;

/** Why a command ends without success: one line what, one line what to do, an exit code. */
public final class Trouble extends RuntimeException {
  public static final int ERROR = 1;
  public static final int USAGE = 2;
  public static final int TIMEOUT = 3;

  private final String remedy;
  private final int code;

  private Trouble(String what, String remedy, int code) {
    super(what, null, false, false);
    this.remedy = remedy;
    this.code = code;
  }

  public static Trouble error(String what, String remedy) {
    return new Trouble(what, remedy, ERROR);
  }

  public static Trouble usage(String what, String remedy) {
    return new Trouble(what, remedy, USAGE);
  }

  public static Trouble timeout(String what, String remedy) {
    return new Trouble(what, remedy, TIMEOUT);
  }

  /** What a failed request to a cluster means to the person who asked. */
  public static Trouble of(ApiFailure failure, String cluster) {
    String said = oneLine(failure.reason());
    return switch (failure.problem()) {
      case UNREACHABLE ->
          error(
              "the API server of the %s cluster does not answer: %s".formatted(cluster, said),
              "check that it runs and that the address in the kubeconfig is right");
      case UNAUTHORIZED ->
          error(
              "the %s cluster does not know this user: %s".formatted(cluster, said),
              "check the credentials in the kubeconfig, or use another context");
      case FORBIDDEN ->
          error(
              "not allowed in the %s cluster: %s".formatted(cluster, said),
              "ask for this right, or use a kubeconfig or context that has it");
      case NOT_FOUND ->
          error(
              "the %s cluster does not have it: %s".formatted(cluster, said),
              "check the name; if it is a kind of Sluice, run `sluice install` there first");
      case EXISTS, CONFLICT, EXPIRED, INVALID, TOO_LARGE ->
          error(
              "the %s cluster refuses: %s".formatted(cluster, said),
              "nothing was forced; look at the object it names and run the command again");
      case THROTTLED, SERVER ->
          error(
              "the %s cluster failed: %s".formatted(cluster, said),
              "run the command again, it goes on where it stopped");
    };
  }

  /** What waiting in vain, or a manager's no, means to the person who asked. */
  public static Trouble of(Patience.Exhausted end) {
    String what = oneLine(String.valueOf(end.getMessage()));
    return end.timedOut()
        ? timeout(what, "see whether both managers run; then run the command again")
        : error(what, "mend what it says and run the command again, it goes on where it stopped");
  }

  private static String oneLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  public String remedy() {
    return remedy;
  }

  public int code() {
    return code;
  }
}
