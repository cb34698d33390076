package io.sluice.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lets a shell finish what a person begins to write. */
@Command(
    name = "completion",
    description = {
      "Print a script that completes commands and flags:",
      "  source <(sluice completion bash)"
    })
final class CompletionCommand implements Callable<Integer> {
  /** What is known to the script. */
  enum Shell {
    BASH,
    ZSH
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "bash or zsh")
  private Shell shell;

  @Override
  public Integer call() {
    String script = AutoComplete.bash("sluice", spec.root().commandLine());
    spec.commandLine()
        .getOut()
        .print(
            switch (shell) {
              case BASH -> script;
              case ZSH -> "autoload -U +X bashcompinit && bashcompinit\n" + script;
            });
    spec.commandLine().getOut().flush();
    return Main.OK;
  }
}
