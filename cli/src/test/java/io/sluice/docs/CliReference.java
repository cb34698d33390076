package io.sluice.docs;

import io.sluice.cli.Main;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The page of all commands, from the model that parses them. */
final class CliReference {
  private static final Set<String> OF_EVERY_COMMAND = Set.of("--help", "--version");
  private final List<String> page = new ArrayList<>();

  private CliReference() {}

  static String page() {
    CliReference reference = new CliReference();
    reference.page.addAll(
        List.of(
            "# Commands and options",
            "",
            "You get: every command with every option, made from the program by `make reference`.",
            "What the commands are for: [the command line](../cli.md).",
            ""));
    reference.add(Main.commandLine());
    return String.join("\n", reference.page);
  }

  private void add(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    page.add("## " + spec.qualifiedName());
    page.add("");
    page.addAll(described(spec));
    page.add("");
    Map<String, CommandLine> children = command.getSubcommands();
    if (children.isEmpty()) {
      page.addAll(List.of("```", synopsis(spec), "```", ""));
      addOptions(spec);
    } else {
      shown(children).forEach(child -> page.add("- " + link(child.getCommandSpec())));
      page.add("");
    }
    shown(children).forEach(this::add);
  }

  /** Each once: an alias leads to the same command. */
  private static Stream<CommandLine> shown(Map<String, CommandLine> children) {
    return children.values().stream()
        .distinct()
        .filter(child -> !child.getCommandSpec().usageMessage().hidden());
  }

  /** Lines that are set off, such as steps to type, stay as they are. */
  private static List<String> described(CommandSpec spec) {
    List<String> lines = List.of(spec.usageMessage().description());
    List<String> plain = lines.stream().filter(line -> !line.startsWith("  ")).toList();
    List<String> set = lines.stream().filter(line -> line.startsWith("  ")).toList();
    List<String> all = new ArrayList<>(plain);
    if (!set.isEmpty()) {
      all.addAll(List.of("", "```text"));
      all.addAll(set);
      all.add("```");
    }
    return all;
  }

  private static String link(CommandSpec spec) {
    String name = String.join("`, `", spec.names());
    String anchor = spec.qualifiedName().toLowerCase(Locale.ROOT).replace(' ', '-');
    String first = spec.usageMessage().description()[0];
    return "[`%s`](#%s): %s".formatted(name, anchor, first.replaceAll("[.:]$", ""));
  }

  private static String synopsis(CommandSpec spec) {
    String required =
        spec.options().stream()
            .filter(option -> option.required() && option.group() == null)
            .map(option -> " %s %s".formatted(option.longestName(), label(option)))
            .collect(Collectors.joining());
    String arguments =
        spec.positionalParameters().stream()
            .map(argument -> " " + argument.paramLabel())
            .collect(Collectors.joining());
    return spec.qualifiedName() + arguments + required + " ...";
  }

  private void addOptions(CommandSpec spec) {
    List<OptionSpec> options =
        spec.options().stream()
            .filter(option -> !option.hidden())
            .filter(option -> !OF_EVERY_COMMAND.contains(option.longestName()))
            .toList();
    if (options.isEmpty() && spec.positionalParameters().isEmpty()) {
      return;
    }
    page.add("| option | |");
    page.add("|---|---|");
    spec.positionalParameters().forEach(it -> page.add(row("`" + it.paramLabel() + "`", it)));
    options.forEach(it -> page.add(row(names(it), it)));
    page.add("");
  }

  private static String row(String name, ArgSpec argument) {
    String words = String.join(" ", argument.description()).replace("|", "\\|");
    String need = argument.group() == null ? "; required" : "; one of its group is required";
    return "| %s | %s%s |".formatted(name, words, argument.required() ? need : "");
  }

  private static String names(OptionSpec option) {
    Set<String> names = new TreeSet<>(List.of(option.names()));
    String negated = option.negatable() ? ", `--no-" + option.longestName().substring(2) + "`" : "";
    String value = option.arity().max() == 0 ? "" : " " + label(option);
    return names.stream()
            .map(name -> "`" + name + (name.startsWith("--") ? value : "") + "`")
            .collect(Collectors.joining(", "))
        + negated;
  }

  private static String label(OptionSpec option) {
    return option
        .paramLabel()
        .replaceAll("[<>]", "")
        .replaceAll("([a-z])([A-Z])", "$1-$2")
        .toUpperCase(Locale.ROOT);
  }
}
