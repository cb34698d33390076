package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.docs.Page;
import io.sluice.testbed.Cluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A newcomer who types the commands of the quick start as they stand, section by section. Only what
 * the page uses of a shell is understood: variables, a word in quotes, a program behind the scenes.
 */
final class QuickStart implements AutoCloseable {
  private static final Pattern VARIABLE = Pattern.compile("(\\w+)=\\$\\((.*)\\)");
  private static final Pattern BEHIND = Pattern.compile("(.*?) > \\S+ 2>&1 &");

  private final Page page = Page.read(Page.ROOT.resolve("docs/quickstart.md"));
  private final Map<String, Cluster> files;
  private final Map<String, String> variables = new HashMap<>();
  private final List<RunningManager> managers = new ArrayList<>();
  private final Path folder;

  QuickStart(Cluster rome, Cluster milan, Path folder) {
    this.files = Map.of("rome.yaml", rome, "milan.yaml", milan);
    this.folder = folder;
  }

  /** Types every command of a section; each must succeed. Returns what they printed. */
  String follow(String section) throws IOException {
    List<String> blocks = page.blocks(section, "sh");
    assertThat(blocks).as(section).isNotEmpty();
    StringBuilder said = new StringBuilder();
    for (String command : String.join("", blocks).lines().toList()) {
      said.append(type(command));
    }
    return said.toString();
  }

  private String type(String command) throws IOException {
    Matcher variable = VARIABLE.matcher(command);
    if (variable.matches()) {
      variables.put(variable.group(1), type(variable.group(2)));
      return "";
    }
    Matcher behind = BEHIND.matcher(command);
    if (behind.matches()) {
      List<String> words = words(behind.group(1));
      assertThat(words).startsWith("sluice", "manager");
      managers.add(RunningManager.of(cluster(words).kubeconfig(), folder.resolve(words.getLast())));
      return "";
    }
    List<String> words = words(command);
    return switch (words.getFirst()) {
      case "export" -> remember(words.getLast());
      case "kill", "wait" -> stop();
      case "sluice" -> sluice(words);
      case "kubectl" -> kubectl(words);
      default -> throw new AssertionError("the page asks for another program: " + command);
    };
  }

  private String remember(String assignment) {
    String[] parts = assignment.split("=", 2);
    variables.put(parts[0], parts[1]);
    return "";
  }

  private String stop() {
    managers.forEach(RunningManager::close);
    managers.clear();
    return "";
  }

  private String sluice(List<String> words) {
    List<String> arguments = new ArrayList<>(words.subList(1, words.size()));
    arguments.replaceAll(
        word -> Optional.ofNullable(files.get(word)).map(it -> it.kubeconfig() + "").orElse(word));
    if (!arguments.contains("--kubeconfig")) {
      arguments.addAll(List.of("--kubeconfig", cluster(words).kubeconfig().toString()));
    }
    Told told = Told.of(arguments.toArray(String[]::new)).succeeds();
    return told.err() + told.out();
  }

  private String kubectl(List<String> words) {
    List<String> arguments = new ArrayList<>(words.subList(1, words.size()));
    int at = arguments.indexOf("--kubeconfig");
    if (at >= 0) {
      arguments.subList(at, at + 2).clear();
    }
    return cluster(words).kubectl(arguments.toArray(String[]::new)).outOrThrow();
  }

  /** The one that the command names, else the one that the shell remembers. */
  private Cluster cluster(List<String> words) {
    int at = words.indexOf("--kubeconfig");
    String file = at >= 0 ? words.get(at + 1) : variables.getOrDefault("KUBECONFIG", "");
    return Optional.ofNullable(files.get(file))
        .orElseThrow(() -> new AssertionError("no cluster is chosen: " + words));
  }

  private List<String> words(String command) {
    String[] filled = {command};
    variables.forEach((name, value) -> filled[0] = filled[0].replace("$" + name, value));
    return Stream.of(filled[0].split("\\s+")).map(word -> word.replaceAll("[\"']", "")).toList();
  }

  @Override
  public void close() {
    stop();
  }
}
