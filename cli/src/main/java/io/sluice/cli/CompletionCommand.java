package io.sluice.cli;

import io.sluice.cli.shell.Trouble;
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
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "bash or zsh")
  private String shell;

  @Override
  public Integer call() {
    String script = AutoComplete.bash("sluice", spec.root().commandLine());
    spec.commandLine()
        .getOut()
        .print(
            switch (shell) {
              case "bash" -> script;
              case "zsh" -> "autoload -U +X bashcompinit && bashcompinit\n" + script;
              default ->
                  throw Trouble.usage(
                      "no completion for '%s'".formatted(shell), "there is one for bash and zsh");
            });
    spec.commandLine().getOut().flush();
    return Main.OK;
  }
}
